import type { Knex } from 'knex';

/** Stores an image's row, with its owner. */
export async function insertAsset(
  knex: Knex,
  asset: {
    readonly accountId: number;
    readonly name: string;
    readonly bytes: number;
    readonly width: number;
    readonly height: number;
    readonly now: Date;
  },
): Promise<void> {
  const { accountId, name, bytes, width, height, now } = asset;
  await knex('assets').insert({
    account_id: accountId,
    name,
    bytes,
    width,
    height,
    created_at: now,
  });
}

/** Whether an account owns a stored image. */
export async function ownsAsset(knex: Knex, accountId: number, name: string): Promise<boolean> {
  const rows = await knex('assets')
    .where({ account_id: accountId, name })
    .select<{ id: number }[]>('id');
  return rows.length > 0;
}
