import type { AccountRow } from '../accounts/repositories/accounts.ts';
import { changePages } from '../publishing/changePages.ts';
import { deleteClaim, promoteDomain } from './repositories/domains.ts';
import { requireClaim, type DomainServices } from './domainClaim.ts';

/**
 * Gives a domain up. Nothing is served under it any more; another domain of the site, if there is
 * one that is proven, becomes its home.
 *
 * @throws ApiError domain_does_not_exist.
 */
export async function removeDomain(
  services: DomainServices,
  account: AccountRow,
  typed: string,
): Promise<void> {
  const claim = await requireClaim(services, account, typed);
  await changePages(services, async (transaction, touch) => {
    if (claim.status === 'active') await touch({ siteId: claim.siteId, pageId: null });
    await deleteClaim(transaction, claim.id);
    await promoteDomain(transaction, claim.siteId, services.clock());
  });
}
