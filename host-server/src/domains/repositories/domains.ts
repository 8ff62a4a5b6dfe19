import type { Knex } from 'knex';
import type { DomainStatus } from '../../contract/index.ts';

/** An account's claim to a domain. Only an `active` claim is served. */
export interface DomainRow {
  readonly id: number;
  readonly accountId: number;
  readonly siteId: number;
  readonly name: string;
  /** The token that the account puts into the domain's DNS. */
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

/** Stores a claim, unless the account already has one to this domain. */
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
  if (found === null) throw new Error('A claim is missing');
  return found;
}

/** How many domains an account claims. */
export async function countClaims(knex: Knex, accountId: number): Promise<number> {
  const [row] = await knex('domains')
    .where({ account_id: accountId })
    .count<{ count: string }[]>('* as count');
  return Number(row?.count ?? 0);
}

/** An account's claim to a domain, or null. */
export async function findClaim(
  knex: Knex,
  accountId: number,
  name: string,
): Promise<DomainRow | null> {
  const [row] = await knex('domains').where({ account_id: accountId, name }).select<Row[]>();
  return fromRow(row);
}

/**
 * Activates a domain for the account that has just verified it. Any other account loses it, because
 * DNS alone decides who owns a name [DM2]. That account's claim gets a new proof token, so
 * that an old record in DNS does not verify it.
 *
 * @param freshToken for the account that loses the domain.
 * @returns the id of the site that lost the domain, or null.
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
    failing_since: null,
    updated_at: now,
  });
  return lost[0]?.site_id ?? null;
}

/** Deletes a claim. A new claim gets a new proof token. */
export async function deleteClaim(knex: Knex, id: number): Promise<void> {
  await knex('domains').where({ id }).delete();
}

/**
 * Locks all claims to a domain until the transaction ends, so that they are activated one after the
 * other.
 *
 * @returns whether the claim still exists with the same proof, and the other site that currently
 *   has the domain.
 */
export async function lockDomain(
  transaction: Knex,
  claim: Pick<DomainRow, 'id' | 'name' | 'proofToken'>,
): Promise<{ readonly exists: boolean; readonly lostBy: number | null }> {
  const rows = await transaction('domains')
    .where({ name: claim.name })
    .orderBy('id')
    .forUpdate()
    .select<Row[]>();
  const lost = rows.find(({ id, status }) => id !== claim.id && status === 'active');
  return {
    exists: rows.some((row) => row.id === claim.id && row.proof_token === claim.proofToken),
    lostBy: lost?.site_id ?? null,
  };
}

/** Records that a domain passed its check. */
export async function markChecked(knex: Knex, id: number, now: Date): Promise<void> {
  await knex('domains').where({ id }).update({ checked_at: now, failing_since: null });
}

/**
 * Records that a domain failed its check. Returns the time of the first failure since the last
 * success.
 */
export async function markFailing(knex: Knex, id: number, now: Date): Promise<Date> {
  const [row] = await knex('domains')
    .where({ id })
    .update({ failing_since: knex.raw('coalesce(failing_since, ?)', [now]) })
    .returning<{ failing_since: Date }[]>('failing_since');
  return row?.failing_since ?? now;
}

/** Sets the status of a claim that is not, or no longer, served. */
export async function setStatus(
  knex: Knex,
  id: number,
  status: Exclude<DomainStatus, 'active'>,
  now: Date,
): Promise<void> {
  await knex('domains').where({ id }).update({ status, updated_at: now });
}

/** Makes the most recently verified domain canonical if the site has no canonical domain. */
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

/**
 * The canonical domain of a site. If it has none: with `includeInactive` the newest claim, else
 * null.
 */
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

/**
 * Takes active domains that last passed their check before a time, and records the attempt. Those
 * whose last attempt is longest ago come first, so that failing domains do not keep others from
 * being checked.
 */
export async function takeDomainsToCheck(
  knex: Knex,
  { before, now, limit }: { readonly before: Date; readonly now: Date; readonly limit: number },
): Promise<readonly DomainRow[]> {
  const due = knex('domains')
    .where({ status: 'active' })
    .whereRaw('coalesce(checked_at, verified_at) < ?', [before])
    .orderByRaw('greatest(attempted_at, checked_at, verified_at), id')
    .limit(limit)
    .select('id');
  const rows = await knex('domains')
    .whereIn('id', due)
    .update({ attempted_at: now })
    .returning<Row[]>('*');
  return rows.flatMap((row) => fromRow(row) ?? []);
}
