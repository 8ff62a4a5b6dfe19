import type { AccountRow } from '../accounts/repositories/accounts.ts';
import type { Services } from '../app/Services.ts';
import { readDomainName } from '../contract/index.ts';
import { ApiError } from '../shared/ApiError.ts';
import { type DomainRow, findClaim } from './repositories/domains.ts';

/**
 * Someone's own claim to a name as they may write it. Whether others claim it is nobody's business.
 *
 * @throws ApiError domain_does_not_exist.
 */
export async function requireClaim(
  { knex }: Pick<Services, 'knex'>,
  account: AccountRow,
  typed: string,
): Promise<DomainRow> {
  const name = readDomainName(typed);
  const claim = name === null ? null : await findClaim(knex, account.id, name);
  if (claim === null) throw new ApiError('domain_does_not_exist');
  return claim;
}
