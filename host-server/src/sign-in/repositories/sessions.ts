import type { Knex } from 'knex';

/** A session as stored; `id` is a bigint, hence a string. */
export interface SessionRow {
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly email: string;
  readonly accountId: number | null;
}

/** The sessions of these tokens that have not expired. */
export async function findActive(
  knex: Knex,
  tokenHashes: readonly Buffer[],
  now: Date,
): Promise<readonly SessionRow[]> {
  const rows = await knex('sessions')
    .whereIn('token_hash', [...tokenHashes])
    .where('expires_at', '>', now)
    .select<{ id: string; token_hash: Buffer; email: string; account_id: number | null }[]>(
      'id',
      'token_hash',
      'email',
      'account_id',
    );
  return rows.map((row) => ({
    id: row.id,
    tokenHash: row.token_hash,
    email: row.email,
    accountId: row.account_id,
  }));
}

/** Adds a session. */
export async function insert(
  knex: Knex,
  session: {
    readonly tokenHash: Buffer;
    readonly email: string;
    readonly accountId: number | null;
    readonly createdAt: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await knex('sessions').insert({
    token_hash: session.tokenHash,
    email: session.email,
    account_id: session.accountId,
    created_at: session.createdAt,
    expires_at: session.expiresAt,
  });
}

/** Sets the account of a session. */
export async function attachAccount(knex: Knex, id: string, accountId: number): Promise<void> {
  await knex('sessions').where({ id }).update({ account_id: accountId });
}

/** Deletes sessions. */
export async function deleteByTokens(knex: Knex, tokenHashes: readonly Buffer[]): Promise<void> {
  await knex('sessions')
    .whereIn('token_hash', [...tokenHashes])
    .delete();
}

/** Deletes expired sessions. */
export async function deleteExpired(knex: Knex, now: Date): Promise<void> {
  await knex('sessions').where('expires_at', '<=', now).delete();
}
