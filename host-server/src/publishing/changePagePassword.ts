import { allowsFeature } from '@cobble/engine';
import type { AccountRow } from '../accounts/repositories/accounts.ts';
import { changePages, type ChangePagesServices } from './changePages.ts';
import { hashPassword } from '../page-access/passwords.ts';
import { ApiError } from '../shared/ApiError.ts';
import { requireOwnPage } from '../pages/pagePolicy.ts';
import {
  deletePagePassword,
  storePagePassword,
} from '../page-access/repositories/pagePasswords.ts';
import { lockPage } from '../pages/repositories/pages.ts';

/**
 * Gives a page a password, another, or none. At once, published or not: what a visitor has been let
 * in to with the old one is closed to them. Restricting needs the plan of private pages
 * (docs/decisions/0091); opening needs none.
 *
 * @param password null for none.
 * @throws ApiError page_does_not_exist, page_cannot_update_disabled_page,
 * insufficient_privileges_to_make_page_private.
 */
export async function changePagePassword(
  services: ChangePagesServices,
  account: AccountRow,
  id: number,
  password: string | null,
): Promise<{ readonly isRestricted: boolean }> {
  if (password !== null && !allowsFeature(account, 'privatePages'))
    throw new ApiError('insufficient_privileges_to_make_page_private');
  const hashed = password === null ? null : await hashPassword(password);
  await changePages(services, async (transaction, touch) => {
    const page = requireOwnPage(account, await lockPage(transaction, id));
    if (page.isDisabled) throw new ApiError('page_cannot_update_disabled_page');
    await touch({ siteId: page.siteId, pageId: id, slugs: [page.slug] });
    if (hashed === null) await deletePagePassword(transaction, id);
    else await storePagePassword(transaction, id, hashed, services.clock());
  });
  return { isRestricted: hashed !== null };
}
