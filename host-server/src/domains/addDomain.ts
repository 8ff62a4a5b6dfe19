import type { AccountRow } from '../accounts/repositories/accounts.ts';
import type { Services } from '../app/Services.ts';
import type { Domain } from '../contract/index.ts';
import { ApiError } from '../shared/ApiError.ts';
import { claimDomain } from './claimDomain.ts';
import { presentDomain } from './presentDomain.ts';
import { syncClaim } from './syncDomain.ts';

/**
 * Claims a domain for someone's own site, and looks at once whether it is proven already.
 *
 * @throws ApiError err_not_found for a site that is not theirs; those of {@link claimDomain}.
 */
export async function addDomain(
  services: Services,
  account: AccountRow,
  { domainName, siteID }: { readonly domainName: string; readonly siteID: number },
): Promise<Domain> {
  if (siteID !== account.site.id) throw new ApiError('err_not_found');
  const claim = await claimDomain(services, account, domainName);
  return presentDomain(await syncClaim(services, claim), services.addresses);
}
