import type { AccountRow } from '../accounts/repositories/accounts.ts';
import type { Services } from '../app/Services.ts';
import type { PageVersion } from '../contract/index.ts';
import { requireOwnPage } from './pagePolicy.ts';
import { listVersions } from './repositories/pageRevisions.ts';
import { findPageById } from './repositories/pages.ts';

/**
 * What was published of someone's own page, the newest first.
 *
 * @throws ApiError page_does_not_exist.
 */
export async function listPageVersions(
  { knex }: Pick<Services, 'knex'>,
  account: AccountRow,
  id: number,
): Promise<readonly PageVersion[]> {
  const page = requireOwnPage(account, await findPageById(knex, id));
  return listVersions(knex, page.id);
}
