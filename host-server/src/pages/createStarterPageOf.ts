import { randomUUID } from 'node:crypto';
import { createStarterPage, parsePage } from '@cobble/engine';
import type { Knex } from 'knex';
import type { AccountRow } from '../accounts/repositories/accounts.ts';
import type { StoredPage } from '../contract/index.ts';
import { secureRandom } from '../shared/secureRandom.ts';
import { identityOfNewPage, storeNewPage } from './storeNewPage.ts';

/**
 * Generates and stores the first draft of an account's index page (docs/decisions/0076).
 *
 * @throws a unique violation when the site has an index page already.
 */
export async function createStarterPageOf(
  transaction: Knex,
  account: AccountRow,
  now: Date,
): Promise<StoredPage> {
  const draft = createStarterPage({
    username: account.username,
    random: secureRandom,
    createId: () => randomUUID(),
    now: () => now.getTime(),
  });
  const page = parsePage({ ...draft, ...identityOfNewPage(account, now) });
  return storeNewPage(transaction, page, now);
}
