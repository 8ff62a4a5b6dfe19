import type { AccountRow } from '../accounts/repositories/accounts.ts';
import { changePages } from '../publishing/changePages.ts';
import { deleteClaim, promoteDomain } from './repositories/domains.ts';
import { requireClaim, type DomainServices } from './domainClaim.ts';

/**
 * Removes a domain. If it was canonical, another proven domain of the site, if any, becomes
 * canonical.
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
