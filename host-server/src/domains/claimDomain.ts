import { allowsFeature } from '@cobble/engine';
import type { AccountRow } from '../accounts/repositories/accounts.ts';
import type { Services } from '../app/Services.ts';
import { checkDomainName, readDomainName } from '../contract/index.ts';
import { ApiError } from '../shared/ApiError.ts';
import { makeToken } from '../shared/tokens.ts';
import { imitates } from './imitates.ts';
import { type DomainRow, insertClaim } from './repositories/domains.ts';

/**
 * Notes that an account wants a domain for its site. Nothing is served under it before the account
 * has proven it, and another's claim is no hindrance [DM2, DM4, DM5].
 *
 * @throws ApiError insufficient_privileges_to_add_domain, domain_invalid_name (the product's own
 * hosts, names beneath them and what looks like one of these too).
 */
export async function claimDomain(
  { knex, clock, addresses }: Pick<Services, 'knex' | 'clock' | 'addresses'>,
  account: AccountRow,
  typed: string,
): Promise<DomainRow> {
  if (!allowsFeature(account, 'customDomain'))
    throw new ApiError('insufficient_privileges_to_add_domain');
  const message = checkDomainName(typed);
  const name = readDomainName(typed);
  if (message !== null || name === null || isOurs(name, addresses))
    throw new ApiError('domain_invalid_name', {
      path: 'domainName',
      message: message ?? 'Must be a valid domain name like example.com',
    });
  return insertClaim(knex, {
    accountId: account.id,
    siteId: account.site.id,
    name,
    proofToken: makeToken(),
    now: clock(),
  });
}

function isOurs(name: string, addresses: Services['addresses']): boolean {
  const { appOrigin, embedsOrigin, pagesHostName } = addresses;
  const own = [new URL(appOrigin).hostname, pagesHostName, new URL(embedsOrigin).hostname];
  return addresses.isOwnHost(name) || imitates(name, own);
}
