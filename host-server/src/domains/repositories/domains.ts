import type { Knex } from 'knex';

/** What providers call the states of a domain (accounts-sites-community.md section 3). */
export type DomainStatus =
  'active' | 'cloudflare_deleted' | 'cloudflare_moved' | 'cloudflare_pending' | 'vercel_pending';

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
 * the name's DNS says whose it is, and nothing else (security.md rows 33 and 34).
 *
 * @returns whose pages are no longer under the name: the id of their site, or null.
 */
export async function activateDomain(
  transaction: Knex,
  domain: DomainRow,
  now: Date,
): Promise<number | null> {
  const lost = await transaction('domains')
    .where({ name: domain.name, status: 'active' })
    .whereNot({ id: domain.id })
    .update({ status: 'cloudflare_moved', updated_at: now })
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
