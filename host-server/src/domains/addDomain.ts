import { allowsFeature } from '@cobble/engine';
import type { AccountRow } from '../accounts/repositories/accounts.ts';
import { checkDomainName, readDomainName, type Domain } from '../contract/index.ts';
import { ApiError } from '../shared/ApiError.ts';
import { messages } from '../shared/messages.ts';
import { createToken } from '../shared/tokens.ts';
import { presentDomain, type DomainServices } from './domainClaim.ts';
import { imitates } from './imitates.ts';
import { insertClaim, type DomainRow } from './repositories/domains.ts';
import { syncClaim } from './syncDomain.ts';

/**
 * Claims a domain for the account's own site, and checks at once whether it is already proven.
 *
 * @throws ApiError err_not_found for another account's site, and those of {@link claimDomain}.
 */
export async function addDomain(
  services: DomainServices,
  account: AccountRow,
  { domainName, siteID }: { readonly domainName: string; readonly siteID: number },
): Promise<Domain> {
  if (siteID !== account.site.id) throw new ApiError('err_not_found');
  const claim = await claimDomain(services, account, domainName);
  return presentDomain(await syncClaim(services, claim), services.addresses);
}

/**
 * Stores an account's claim to a domain for its site. The domain is served only once the account has
 * proven it, and claims of other accounts do not block it [DM2, DM4, DM5].
 *
 * @throws ApiError insufficient_privileges_to_add_domain, domain_invalid_name (the product's own
 * hosts, names beneath them and what looks like one of these too).
 */
export async function claimDomain(
  { knex, clock, addresses }: Pick<DomainServices, 'knex' | 'clock' | 'addresses'>,
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
      message: message ?? messages.api.invalidDomain,
    });
  return insertClaim(knex, {
    accountId: account.id,
    siteId: account.site.id,
    name,
    proofToken: createToken(),
    now: clock(),
  });
}

function isOurs(name: string, addresses: DomainServices['addresses']): boolean {
  const { appOrigin, embedsOrigin, pagesHostName } = addresses;
  const own = [new URL(appOrigin).hostname, pagesHostName, new URL(embedsOrigin).hostname];
  return addresses.isOwnHost(name) || imitates(name, own);
}
