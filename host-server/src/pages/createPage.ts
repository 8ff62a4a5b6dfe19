import { INDEX_SLUG } from '@cobble/engine';
import { type AccountRow, lockAccount } from '../accounts/repositories/accounts.ts';
import type { Services } from '../app/Services.ts';
import type { PageInput, StoredPage } from '../contract/index.ts';
import { ApiError } from '../shared/ApiError.ts';
import { violatesUnique } from '../shared/postgresError.ts';
import { createStarterPageOf } from './createStarterPageOf.ts';
import { requirePlanFor, requireRoomForPage } from './pagePolicy.ts';
import { parsePageInput } from './parsePageInput.ts';
import { countPages, PAGE_ADDRESS_KEYS } from './repositories/pages.ts';
import { identityOfNewPage, storeNewPage } from './storeNewPage.ts';

/**
 * Adds a page to an account's site, as a draft. The index slug gives the generated starter page,
 * whatever else was sent.
 *
 * @throws ApiError err_unauthorized (the account has gone meanwhile),
 * pages_per_account_limit_exceeded, page_slug_already_used, those of the plan; CobbleError with a
 * code of the catalogue for a malformed page.
 */
export async function createPage(
  { knex, clock }: Services,
  signedIn: AccountRow,
  input: PageInput,
): Promise<StoredPage> {
  try {
    return await knex.transaction(async (transaction) => {
      // Locked, so that pages created at the same time are counted one after the other.
      const account = await lockAccount(transaction, signedIn.id);
      if (account === null) throw new ApiError('err_unauthorized');
      requireRoomForPage(account, await countPages(transaction, account.id));
      const now = clock();
      if (input.slug.toLowerCase() === INDEX_SLUG)
        return createStarterPageOf(transaction, account, now);
      requirePlanFor(account, input, null);
      const page = parsePageInput(input, identityOfNewPage(account, now));
      return storeNewPage(transaction, page, now);
    });
  } catch (error) {
    if (violatesUnique(error, ...PAGE_ADDRESS_KEYS))
      throw new ApiError('page_slug_already_used', { path: 'slug', cause: error });
    throw error;
  }
}
