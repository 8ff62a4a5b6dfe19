import { allowsFeature } from '@cobble/engine';
import type { AccountRow } from '../accounts/repositories/accounts.ts';
import type { Domain } from '../contract/index.ts';
import { changePages } from '../publishing/changePages.ts';
import { ApiError } from '../shared/ApiError.ts';
import { createToken } from '../shared/tokens.ts';
import { checkClaim, presentDomain, requireClaim, type DomainServices } from './domainClaim.ts';
import {
  activateDomain,
  findClaim,
  lockDomain,
  markChecked,
  promoteDomain,
  setStatus,
  type DomainRow,
} from './repositories/domains.ts';

/**
 * Checks the account's domain in DNS, and serves it if it is proven and resolves to this server. A
 * domain that is already served stays served whatever is found, because a resolver may lag behind
 * (see recheckDomains).
 *
 * @throws ApiError domain_does_not_exist, insufficient_privileges_to_use_domain.
 */
export async function syncDomain(
  services: DomainServices,
  account: AccountRow,
  typed: string,
): Promise<Domain> {
  const claim = await requireClaim(services, account, typed);
  if (!allowsFeature(account, 'customDomain'))
    throw new ApiError('insufficient_privileges_to_use_domain');
  return presentDomain(await syncClaim(services, claim), services.addresses);
}

/** {@link syncDomain} for a claim whose owner's plan includes domains. */
export async function syncClaim(services: DomainServices, claim: DomainRow): Promise<DomainRow> {
  const { knex, clock, dns, addresses } = services;
  const verdict = await checkClaim(dns, claim, addresses.pagesHostName);
  if (verdict === 'ready') await (claim.status === 'active' ? confirm : activate)(services, claim);
  else if (claim.status !== 'active' && verdict !== 'unknown')
    await setStatus(
      knex,
      claim.id,
      verdict === 'elsewhere' ? 'cloudflare_pending' : 'vercel_pending',
      clock(),
    );
  return (await findClaim(knex, claim.accountId, claim.name)) ?? claim;
}

async function confirm({ knex, clock }: DomainServices, claim: DomainRow): Promise<void> {
  await markChecked(knex, claim.id, clock());
}

async function activate(services: DomainServices, claim: DomainRow): Promise<void> {
  await changePages(services, async (transaction, touch) => {
    const { lostBy, isThere } = await lockDomain(transaction, claim);
    // Removed during the lookup.
    if (!isThere) return;
    // Called before and after: the name belongs to the other site before the change, and to this
    // one after it.
    if (lostBy !== null) await touch({ siteId: lostBy, pageId: null });
    const lost = await activateDomain(transaction, claim, {
      now: services.clock(),
      freshToken: createToken(),
    });
    if (lost !== null) await promoteDomain(transaction, lost, services.clock());
    await touch({ siteId: claim.siteId, pageId: null });
  });
}
