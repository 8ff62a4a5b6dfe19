import { allowsFeature } from '@cobble/engine';
import type { Logger } from 'pino';
import { type AccountRow, lockAccount } from '../accounts/repositories/accounts.ts';
import { checkDomainName, readDomainName, type Domain } from '../contract/index.ts';
import type { Dns } from '../dns/Dns.ts';
import type { Addresses } from '../http/addresses.ts';
import type { Knex } from 'knex';
import { inAccountTurn } from '../accounts/inAccountTurn.ts';
import { changePages, type ChangePagesServices, type Touch } from '../publishing/changePages.ts';
import { ApiError } from '../shared/ApiError.ts';
import { messages } from '../shared/messages.ts';
import { createToken } from '../shared/tokens.ts';
import { checkClaim, proofOf } from './checkClaim.ts';
import { isLookAlike } from './isLookAlike.ts';
import {
  activateDomain,
  countClaims,
  deleteClaim,
  findClaim,
  findDomainOfSite,
  insertClaim,
  lockDomain,
  markChecked,
  promoteDomain,
  setStatus,
  type DomainRow,
} from './repositories/domains.ts';

/** How many domains an account may claim. Each is a further address of all pages of its site. */
const MAX_DOMAINS = 50;

/** Dependencies of the commands for domains. */
export interface DomainServices extends ChangePagesServices {
  readonly dns: Dns;
  readonly log: Logger;
}

/**
 * Claims a domain for the account's own site, and checks at once whether it is already verified.
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
 * Stores an account's claim to a domain for its site. The domain is served only once the account
 * has verified it, and claims of other accounts do not block it [DM1, DM2, DM5].
 *
 * @throws ApiError insufficient_privileges_to_add_domain (also when the account has too many),
 * domain_invalid_name (including for the product's own hosts, their subdomains and look-alikes).
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
  if (message !== null || name === null || isReservedName(name, addresses))
    throw new ApiError('domain_invalid_name', {
      path: 'domainName',
      message: message ?? messages.api.invalidDomain,
    });
  const store = async (transaction: Knex): Promise<DomainRow> => {
    // The lock serialises this account's claims, so that the limit holds.
    await lockAccount(transaction, account.id);
    const earlier = await findClaim(transaction, account.id, name);
    if (earlier !== null) return earlier;
    if ((await countClaims(transaction, account.id)) >= MAX_DOMAINS)
      throw new ApiError('insufficient_privileges_to_add_domain', {
        path: 'domainName',
        message: messages.api.tooManyDomains(MAX_DOMAINS),
        details: { max: MAX_DOMAINS },
      });
    return insertClaim(transaction, {
      accountId: account.id,
      siteId: account.site.id,
      name,
      proofToken: createToken(),
      now: clock(),
    });
  };
  return inAccountTurn(knex, account.id, () => knex.transaction(store));
}

function isReservedName(name: string, addresses: DomainServices['addresses']): boolean {
  const { appOrigin, embedsOrigin, pagesHostName } = addresses;
  const own = [new URL(appOrigin).hostname, pagesHostName, new URL(embedsOrigin).hostname];
  return addresses.isOwnHost(name) || isLookAlike(name, own);
}

/**
 * Removes a domain. If it was canonical, another verified domain of the site, if any, becomes
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
  const remove = async (transaction: Knex, touch: Touch): Promise<void> => {
    if (claim.status === 'active') await touch({ siteId: claim.siteId, pageId: null });
    await deleteClaim(transaction, claim.id);
    await promoteDomain(transaction, claim.siteId, services.clock());
  };
  await inAccountTurn(services.knex, account.id, () => changePages(services, remove));
}

/**
 * Checks the account's domain in DNS, and serves it if it is verified and resolves to this server.
 * A domain that is already served stays served whatever the result, because DNS servers may still
 * have old records (see recheckDomains).
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

/** {@link syncDomain} for a claim of an account whose plan includes domains. */
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
  const change = async (transaction: Knex, touch: Touch): Promise<void> => {
    const { lostBy, exists } = await lockDomain(transaction, claim);
    // Removed during the lookup.
    if (!exists) return;
    // Touches the losing site too: the name belongs to it before the change, and to this
    // one after it.
    if (lostBy !== null) await touch({ siteId: lostBy, pageId: null });
    const lost = await activateDomain(transaction, claim, {
      now: services.clock(),
      freshToken: createToken(),
    });
    if (lost !== null) await promoteDomain(transaction, lost, services.clock());
    await touch({ siteId: claim.siteId, pageId: null });
  };
  await inAccountTurn(services.knex, claim.accountId, () => changePages(services, change));
}

/**
 * The canonical domain of the account's own site. If it has none, and `includeInactive` is set, its
 * newest claim.
 *
 * @throws ApiError domain_does_not_exist, including for other accounts' sites.
 */
export async function findCanonicalDomain(
  { knex, addresses }: DomainServices,
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

/**
 * Returns the account's own claim to a domain. Claims of others are never revealed.
 *
 * @param typed the name as the user typed it.
 * @throws ApiError domain_does_not_exist.
 */
export async function requireClaim(
  { knex }: Pick<DomainServices, 'knex'>,
  account: AccountRow,
  typed: string,
): Promise<DomainRow> {
  const name = readDomainName(typed);
  const claim = name === null ? null : await findClaim(knex, account.id, name);
  if (claim === null) throw new ApiError('domain_does_not_exist');
  return claim;
}

/** A claim as its owner sees it, with the DNS records that it needs. */
export function presentDomain(
  claim: DomainRow,
  addresses: Pick<Addresses, 'pagesHostName'>,
): Domain {
  const proof = proofOf(claim);
  return {
    domainName: claim.name,
    status: claim.status,
    createdAt: claim.createdAt.toISOString(),
    siteID: claim.siteId,
    accountID: claim.accountId,
    canonical: claim.status === 'active' && claim.isCanonical,
    records: [
      { type: 'TXT', name: proof.name, value: proof.text },
      { type: 'ALIAS', name: claim.name, value: addresses.pagesHostName },
    ],
  };
}
