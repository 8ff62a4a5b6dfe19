import type { Dns } from './Dns.ts';
import type { DomainRow } from './repositories/domains.ts';

/** What DNS says of a claim. */
export type ClaimVerdict =
  /** Its proof is there, and the name leads here. */
  | 'ready'
  /** Its proof is there, and the name leads elsewhere or nowhere. */
  | 'elsewhere'
  /** The name has another proof or none. */
  | 'unproven'
  /** There is no such name. */
  | 'missing'
  /** Nobody could be asked. */
  | 'unknown';

/** The name under which a domain's proof stands, and what stands there. */
export function proofOf({ name, proofToken }: Pick<DomainRow, 'name' | 'proofToken'>): {
  readonly name: string;
  readonly text: string;
} {
  return { name: `_cobble.${name}`, text: `cobble-proof=${proofToken}` };
}

/**
 * Looks a claim up. The proof is a text that only who controls the name can put there, of this
 * account and this claim alone [DM2, DM4]; that a name leads here proves nothing.
 *
 * @param pagesHost the name of the host that pages stand under, without a port.
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
