import type { AccountRow } from '../accounts/repositories/accounts.ts';
import type { Services } from '../app/Services.ts';
import type { Domain } from '../contract/index.ts';
import { ApiError } from '../shared/ApiError.ts';
import { presentDomain } from './presentDomain.ts';
import { findDomainOfSite } from './repositories/domains.ts';

/**
 * The domain at which someone's own site is at home; with `includeInactive` else the one that was
 * claimed last.
 *
 * @throws ApiError domain_does_not_exist, for sites of others too.
 */
export async function findCanonicalDomain(
  { knex, addresses }: Services,
  account: AccountRow,
  query: { readonly siteID: number; readonly includeInactive: boolean },
): Promise<Domain> {
  const claim =
    query.siteID === account.site.id
      ? await findDomainOfSite(knex, query.siteID, query.includeInactive)
      : null;
  if (claim === null) throw new ApiError('domain_does_not_exist');
  return presentDomain(claim, addresses);
}
