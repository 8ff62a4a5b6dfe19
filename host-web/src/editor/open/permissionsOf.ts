import { ALL_PERMISSIONS, type Page, type Permissions, VIEW_ONLY } from '@cobble/engine';

/** What a person may do with a page (editing-canvas.md section 6): an owner of an enabled page all. */
export function permissionsOf(
  page: Pick<Page, 'accountID' | 'isDisabled'>,
  account: { readonly ID: number } | null,
): Permissions {
  return account?.ID === page.accountID && !page.isDisabled ? ALL_PERMISSIONS : VIEW_ONLY;
}
