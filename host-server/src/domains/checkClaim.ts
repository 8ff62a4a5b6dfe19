import type { Dns } from '../dns/Dns.ts';
import type { DomainRow } from './repositories/domains.ts';

/** The result of checking a claim in DNS. */
export type ClaimVerdict =
  /** Proven, and the name resolves to this server. */
  | 'ready'
  /** Proven, but the name resolves elsewhere or not at all. */
  | 'elsewhere'
  /** The proof is missing. */
  | 'unproven'
  /** There is no TXT record for the proof, and the name has no address. */
  | 'missing'
  /** A lookup failed. */
  | 'unknown';

/** The TXT record that proves a claim. */
export function proofOf({ name, proofToken }: Pick<DomainRow, 'name' | 'proofToken'>): {
  readonly name: string;
  readonly text: string;
} {
  return { name: `_cobble.${name}`, text: `cobble-proof=${proofToken}` };
}

/**
 * Checks a claim in DNS. The proof is a TXT record that only the owner of the name can create,
 * unique to this account and claim [DM2, DM4]. Pointing the name here proves nothing.
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
    const ownAddresses = new Set(await dns.addresses(pagesHost));
    return addresses.some((address) => ownAddresses.has(address)) ? 'ready' : 'elsewhere';
  } catch {
    return 'unknown';
  }
}
