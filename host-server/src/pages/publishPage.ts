import type { AccountRow } from '../accounts/repositories/accounts.ts';
import type { Services } from '../app/Services.ts';
import type { PageInput, StoredPage } from '../contract/index.ts';
import { preparePublication } from '../publishing/preparePublication.ts';
import { storePublication } from '../publishing/repositories/publishedPages.ts';
import { ApiError } from '../shared/ApiError.ts';
import { violatesUnique } from '../shared/postgresError.ts';
import { documentOf } from './documentOf.ts';
import { requireOwnPage, requirePlanFor } from './pagePolicy.ts';
import { parsePageInput } from './parsePageInput.ts';
import { presentPage } from './presentPage.ts';
import { insertRevision } from './repositories/pageRevisions.ts';
import { lockPage, PAGE_ADDRESS_KEYS, type PageRow, updatePage } from './repositories/pages.ts';

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
  const { knex, clock, addresses, publishedPages } = services;
  const { before, page } = await knex
    .transaction(async (transaction) => {
      const before = requireOwnPage(account, await lockPage(transaction, id));
      requireUpToDate(before, input.baseRevision);
      requirePlanFor(account, input, id);
      const now = clock();
      const page = parsePageInput(input, {
        ID: id,
        site: { ID: before.siteId, slug: before.siteSlug },
        accountID: before.accountId,
        isDisabled: before.isDisabled,
        createdAt: before.createdAt.toISOString(),
        updatedAt: now.toISOString(),
        revision: before.revision + 1,
      });
      const publication = await preparePublication(page, addresses);
      const { slug, isPublic, isListed, isPeekable, revision } = page;
      const flags = { slug, isPublic, isListed, isPeekable, revision };
      const fields = { ...flags, title: page.settings.title ?? null, now };
      await updatePage(transaction, id, fields);
      await insertRevision(transaction, id, revision, documentOf(page), now);
      await storePublication(transaction, id, revision, publication, now);
      const row = { ...before, ...flags, updatedAt: now };
      return { before, page: presentPage(row, documentOf(page), revision, true) };
    })
    .catch((error: unknown) => {
      if (violatesUnique(error, ...PAGE_ADDRESS_KEYS))
        throw new ApiError('page_slug_already_used', { path: 'slug', cause: error });
      throw error;
    });
  publishedPages.forget(before.siteSlug, before.slug);
  publishedPages.forget(before.siteSlug, page.slug);
  return page;
}

function requireUpToDate(page: PageRow, baseRevision: number): void {
  if (page.isDisabled) throw new ApiError('page_cannot_update_disabled_page');
  if (page.revision !== baseRevision)
    throw new ApiError('page_changed_elsewhere', {
      path: 'baseRevision',
      details: { revision: page.revision },
    });
}
