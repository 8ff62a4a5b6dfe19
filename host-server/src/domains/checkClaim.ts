import type { Dns } from '../dns/Dns.ts';
import type { DomainRow } from './repositories/domains.ts';

/** The result of checking a claim in DNS. */
export type ClaimVerdict =
  /** Verified, and the name resolves to this server. */
  | 'ready'
  /** Verified, but the name resolves elsewhere or not at all. */
  | 'elsewhere'
  /** The TXT record of the claim is missing. */
  | 'unverified'
  /** There is no TXT record at all, and the name has no address. */
  | 'missing'
  /** A lookup failed. */
  | 'unknown';

/** The TXT record that verifies a claim. */
export function proofOf({ name, proofToken }: Pick<DomainRow, 'name' | 'proofToken'>): {
  readonly name: string;
  readonly text: string;
} {
  return { name: `_cobble.${name}`, text: `cobble-proof=${proofToken}` };
}

/**
 * Checks a claim in DNS. Only the owner of the name can create its TXT record, which is unique to
 * this account and claim [DM1, DM3]. Pointing the name here does not verify it.
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
      return texts.length === 0 && addresses.length === 0 ? 'missing' : 'unverified';
    const ownAddresses = new Set(await dns.addresses(pagesHost));
    return addresses.some((address) => ownAddresses.has(address)) ? 'ready' : 'elsewhere';
  } catch {
    return 'unknown';
  }
}
