import type { Knex } from 'knex';
import type { DomainStatus } from '../../contract/index.ts';

/** An account's claim to a domain. Only an `active` one is served. */
export interface DomainRow {
  readonly id: number;
  readonly accountId: number;
  readonly siteId: number;
  readonly name: string;
  /** What the account has to put into the name's DNS. */
  readonly proofToken: string;
  readonly status: DomainStatus;
  readonly isCanonical: boolean;
  readonly createdAt: Date;
}

interface Row {
  id: number;
  account_id: number;
  site_id: number;
  name: string;
  proof_token: string;
  status: DomainStatus;
  is_canonical: boolean;
  created_at: Date;
}

const fromRow = (row: Row | undefined): DomainRow | null =>
  row === undefined
    ? null
    : {
        id: row.id,
        accountId: row.account_id,
        siteId: row.site_id,
        name: row.name,
        proofToken: row.proof_token,
        status: row.status,
        isCanonical: row.is_canonical,
        createdAt: row.created_at,
      };

/** Stores a claim; one that the account has made already stays as it is. */
export async function insertClaim(
  knex: Knex,
  claim: Pick<DomainRow, 'accountId' | 'siteId' | 'name' | 'proofToken'> & { readonly now: Date },
): Promise<DomainRow> {
  const { accountId, siteId, name, proofToken, now } = claim;
  await knex('domains')
    .insert({
      account_id: accountId,
      site_id: siteId,
      name,
      proof_token: proofToken,
      created_at: now,
      updated_at: now,
    })
    .onConflict(['account_id', 'name'])
    .ignore();
  const found = await findClaim(knex, accountId, name);
  if (found === null) throw new Error('A claim has gone');
  return found;
}

/** An account's claim to a name, or null. */
export async function findClaim(
  knex: Knex,
  accountId: number,
  name: string,
): Promise<DomainRow | null> {
  const [row] = await knex('domains').where({ account_id: accountId, name }).select<Row[]>();
  return fromRow(row);
}

/**
 * Serves a domain for the account that has just proven it. Whoever had it before has it no longer:
 * the name's DNS says whose it is, and nothing else [DM2, DM4]. Theirs becomes a claim with a proof
 * anew, so that a record that was left behind in DNS is of no use to them.
 *
 * @param freshToken for whoever had it.
 * @returns whose pages are no longer under the name: the id of their site, or null.
 */
export async function activateDomain(
  transaction: Knex,
  domain: Pick<DomainRow, 'id' | 'name' | 'siteId'>,
  { now, freshToken }: { readonly now: Date; readonly freshToken: string },
): Promise<number | null> {
  const lost = await transaction('domains')
    .where({ name: domain.name, status: 'active' })
    .whereNot({ id: domain.id })
    .update({ status: 'cloudflare_moved', proof_token: freshToken, updated_at: now })
    .returning<{ site_id: number }[]>('site_id');
  await transaction('domains')
    .where({ site_id: domain.siteId, status: 'active' })
    .whereNot({ id: domain.id })
    .update({ is_canonical: false, updated_at: now });
  await transaction('domains').where({ id: domain.id }).update({
    status: 'active',
    is_canonical: true,
    verified_at: now,
    checked_at: now,
    updated_at: now,
  });
  return lost[0]?.site_id ?? null;
}

/** Gives a claim up; claimed again it needs a proof anew. */
export async function deleteClaim(knex: Knex, id: number): Promise<void> {
  await knex('domains').where({ id }).delete();
}

/**
 * Locks all claims to a name until the transaction ends, so that one after the other is served.
 *
 * @returns whether the claim is still there, and the other site that the name is served for now.
 */
export async function lockDomain(
  transaction: Knex,
  claim: Pick<DomainRow, 'id' | 'name' | 'proofToken'>,
): Promise<{ readonly isThere: boolean; readonly lostBy: number | null }> {
  const rows = await transaction('domains')
    .where({ name: claim.name })
    .orderBy('id')
    .forUpdate()
    .select<Row[]>();
  const lost = rows.find(({ id, status }) => id !== claim.id && status === 'active');
  return {
    isThere: rows.some((row) => row.id === claim.id && row.proof_token === claim.proofToken),
    lostBy: lost?.site_id ?? null,
  };
}

/** Notes that a domain was found to be as it must be. */
export async function markChecked(knex: Knex, id: number, now: Date): Promise<void> {
  await knex('domains').where({ id }).update({ checked_at: now });
}

/** Notes what a claim that is not served, or no more, has come to. */
export async function setStatus(
  knex: Knex,
  id: number,
  status: Exclude<DomainStatus, 'active'>,
  now: Date,
): Promise<void> {
  await knex('domains').where({ id }).update({ status, updated_at: now });
}

/** Makes the domain that was proven last a site's home where none of its domains is. */
export async function promoteDomain(transaction: Knex, siteId: number, now: Date): Promise<void> {
  const served = transaction('domains').where({ site_id: siteId, status: 'active' });
  if ((await served.clone().where({ is_canonical: true }).select('id')).length > 0) return;
  const [next] = await served
    .orderBy('verified_at', 'desc')
    .limit(1)
    .select<{ id: number }[]>('id');
  if (next !== undefined)
    await transaction('domains')
      .where({ id: next.id })
      .update({ is_canonical: true, updated_at: now });
}

/** The domain at which a site is at home, else, where asked for, the claim made last; or null. */
export async function findDomainOfSite(
  knex: Knex,
  siteId: number,
  includeInactive: boolean,
): Promise<DomainRow | null> {
  const [row] = await knex('domains')
    .where({ site_id: siteId })
    .where((where) => {
      if (!includeInactive) void where.where({ status: 'active', is_canonical: true });
    })
    .orderByRaw("(status = 'active' AND is_canonical) DESC, created_at DESC, id DESC")
    .limit(1)
    .select<Row[]>();
  return fromRow(row);
}

/** Domains that are served and were last found right before a time, the longest ago first. */
export async function listActiveBefore(
  knex: Knex,
  before: Date,
  limit: number,
): Promise<readonly (DomainRow & { readonly checkedAt: Date })[]> {
  const rows = await knex('domains')
    .where({ status: 'active' })
    .whereRaw('coalesce(checked_at, verified_at) < ?', [before])
    .orderByRaw('coalesce(checked_at, verified_at), id')
    .limit(limit)
    .select<(Row & { checked_at: Date | null; verified_at: Date })[]>();
  return rows.flatMap((row) => {
    const claim = fromRow(row);
    return claim === null ? [] : [{ ...claim, checkedAt: row.checked_at ?? row.verified_at }];
  });
}
