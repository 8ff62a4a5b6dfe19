import type { AccountRow } from '../accounts/repositories/accounts.ts';
import type { Services } from '../app/Services.ts';
import type { PageInput, StoredPage } from '../contract/index.ts';
import { changePages } from '../publishing/changePages.ts';
import { ApiError } from '../shared/ApiError.ts';
import { violatesUnique } from '../shared/postgresError.ts';
import { requireOwnPage, requirePlanFor } from './pagePolicy.ts';
import { type PageIdentity, parsePageInput } from './parsePageInput.ts';
import { lockPage, PAGE_ADDRESS_KEYS, type PageRow } from './repositories/pages.ts';
import { storeVersion } from './storeVersion.ts';

/**
 * Stores a page as its next draft and publishes it, all or nothing.
 *
 * @param input a page as the client has it, and the draft that it was made from.
 * @throws ApiError page_does_not_exist, page_cannot_update_disabled_page, page_changed_elsewhere
 * (with the newest revision), page_slug_already_used, those of the plan; CobbleError with a code of
 * the catalogue for a malformed page.
 */
export async function publishPage(
  services: Services,
  account: AccountRow,
  id: number,
  input: PageInput & { readonly baseRevision: number },
): Promise<StoredPage> {
  const page = await changePages(services, async (transaction, touch) => {
    const before = requireOwnPage(account, await lockPage(transaction, id));
    requireUpToDate(before, input.baseRevision);
    requirePlanFor(account, input, id);
    const now = services.clock();
    const page = parsePageInput(input, nextIdentity(before, now));
    await touch({ siteId: before.siteId, pageId: id, slugs: [before.slug, page.slug] });
    return storeVersion(services, transaction, before, page, now);
  }).catch((error: unknown) => {
    if (violatesUnique(error, ...PAGE_ADDRESS_KEYS))
      throw new ApiError('page_slug_already_used', { path: 'slug', cause: error });
    throw error;
  });
  services.embedImages.start();
  services.previewImages.paintSoon(id);
  return page;
}

/** Who a page is when it is stored once more. */
export function nextIdentity(before: PageRow, now: Date): PageIdentity {
  return {
    ID: before.id,
    site: { ID: before.siteId, slug: before.siteSlug },
    accountID: before.accountId,
    isDisabled: before.isDisabled,
    createdAt: before.createdAt.toISOString(),
    updatedAt: now.toISOString(),
    revision: before.revision + 1,
  };
}

/**
 * Refuses a change of a page that has changed since, or may not change at all.
 *
 * @throws ApiError page_cannot_update_disabled_page, page_changed_elsewhere with the newest revision.
 */
export function requireUpToDate(page: PageRow, baseRevision: number): void {
  if (page.isDisabled) throw new ApiError('page_cannot_update_disabled_page');
  if (page.revision !== baseRevision)
    throw new ApiError('page_changed_elsewhere', {
      path: 'baseRevision',
      details: { revision: page.revision },
    });
}
