import type { Logger } from 'pino';
import type { ChangePagesServices } from '../publishing/changePages.ts';
import type { AccountRow } from '../accounts/repositories/accounts.ts';
import { readDomainName, type Domain } from '../contract/index.ts';
import type { Dns } from '../dns/Dns.ts';
import type { Addresses } from '../http/addresses.ts';
import { ApiError } from '../shared/ApiError.ts';
import { findClaim, type DomainRow } from './repositories/domains.ts';

/** What domains need. */
export interface DomainServices extends ChangePagesServices {
  readonly dns: Dns;
  readonly log: Logger;
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

/** A claim for its owner, with the DNS records that it needs. */
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

/** The result of checking a claim in DNS. */
export type ClaimVerdict =
  /** Proven, and the name resolves to this server. */
  | 'ready'
  /** Proven, but the name resolves elsewhere or not at all. */
  | 'elsewhere'
  /** The proof is missing. */
  | 'unproven'
  /** The name does not exist. */
  | 'missing'
  /** DNS did not respond. */
  | 'unknown';

/** The TXT record that proves a claim. */
export function proofOf({ name, proofToken }: Pick<DomainRow, 'name' | 'proofToken'>): {
  readonly name: string;
  readonly text: string;
} {
  return { name: `_cobble.${name}`, text: `cobble-proof=${proofToken}` };
}

/**
 * Checks a claim in DNS. The proof is a TXT record that only the owner of the name can create, unique
 * to this account and claim [DM2, DM4]. That a name resolves to this server proves nothing.
 *
 * @param pagesHost the pages host, without a port.
 */
export async function checkClaim(
  dns: Dns,
  claim: Pick<DomainRow, 'name' | 'proofToken'>,
  pagesHost: string,
): Promise<ClaimVerdict> {
  const proof = proofOf(claim);
  try {
    const texts = await dns.texts(proof.name);
    const addresses = await dns.addresses(claim.name);
    if (!texts.includes(proof.text))
      return texts.length === 0 && addresses.length === 0 ? 'missing' : 'unproven';
    const ours = new Set(await dns.addresses(pagesHost));
    return addresses.some((address) => ours.has(address)) ? 'ready' : 'elsewhere';
  } catch {
    return 'unknown';
  }
}
