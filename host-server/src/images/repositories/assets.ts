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

/**
 * Deletes the images of an account that no stored revision of its pages and no setting of its site
 * contains. Their files are removed by `sweepMedia`.
 *
 * @param before newer ones stay.
 */
export async function deleteUnusedAssets(
  knex: Knex,
  accountId: number,
  before: Date,
): Promise<void> {
  // Names consist of characters that JSON never escapes.
  await knex.raw(
    `DELETE FROM assets WHERE account_id = :accountId AND created_at < :before AND name NOT IN (
       SELECT found[1] FROM (
         SELECT document::text AS json FROM page_revisions WHERE account_id = :accountId
         UNION ALL SELECT settings::text FROM sites WHERE account_id = :accountId
       ) AS stored, regexp_matches(json, '([0-9a-f]{32}[.](png|gif|jpg))', 'g') AS found
     )`,
    { accountId, before },
  );
}
