import type { Addresses } from '../app/addresses.ts';
import type { Domain } from '../contract/index.ts';
import { proofOf } from './checkClaim.ts';
import type { DomainRow } from './repositories/domains.ts';

/** A claim as its owner sees it, with the records that the name's DNS must have. */
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
