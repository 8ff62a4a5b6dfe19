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

/** Total size of the revisions that one statement reads: far less than would take seconds. */
const MAX_BATCH_BYTES = 16 * 1024 * 1024;

/** The images of an account that its revisions contain, as far as they have been read. */
export interface UsedAssets {
  readonly names: Set<string>;
  /** The keys of the revisions that have been read. They never change. */
  readonly revisions: Set<string>;
}

/**
 * Reads which images of an account its revisions contain, except those that have been read before.
 * Takes a long time for an account that stores gigabytes, so it must not run while the account is
 * locked, unless nearly everything has been read.
 */
export async function readUsedAssets(
  knex: Knex,
  accountId: number,
  used: UsedAssets = { names: new Set(), revisions: new Set() },
): Promise<UsedAssets> {
  const all = await knex('page_revisions')
    .where({ account_id: accountId })
    .select<{ page_id: number; revision: number; bytes: number }[]>('page_id', 'revision', 'bytes');
  let batch: [pageId: number, revision: number][] = [];
  let batchBytes = 0;
  const readBatch = async (): Promise<void> => {
    if (batch.length === 0) return;
    // Names consist of characters that JSON never escapes.
    const { rows } = await knex.raw<{ rows: { name: string }[] }>(
      `SELECT name FROM assets WHERE account_id = ? AND name IN (
         SELECT found[1] FROM page_revisions,
           regexp_matches(document::text, '([0-9a-f]{32}[.](png|gif|jpg))', 'g') AS found
         WHERE (page_id, revision) IN (SELECT * FROM unnest(?::int[], ?::int[])))`,
      [accountId, batch.map(([pageId]) => pageId), batch.map(([, revision]) => revision)],
    );
    for (const { name } of rows) used.names.add(name);
    for (const key of batch) used.revisions.add(key.join());
    batch = [];
    batchBytes = 0;
  };
  for (const { page_id: pageId, revision, bytes } of all) {
    if (used.revisions.has([pageId, revision].join())) continue;
    if (batchBytes + bytes > MAX_BATCH_BYTES) await readBatch();
    batch.push([pageId, revision]);
    batchBytes += bytes;
  }
  await readBatch();
  return used;
}

/**
 * Deletes the images of an account that no stored revision of its pages and no setting of its site
 * contains. Their files are removed by `sweepMedia`.
 *
 * @param before newer ones stay.
 * @param used read from all revisions that the account has.
 */
export async function deleteUnusedAssets(
  knex: Knex,
  accountId: number,
  before: Date,
  used: UsedAssets,
): Promise<void> {
  await knex.raw(
    `DELETE FROM assets WHERE account_id = :accountId AND created_at < :before
       AND name <> ALL(:used) AND NOT EXISTS (
         SELECT FROM sites
         WHERE account_id = :accountId AND strpos(settings::text, assets.name) > 0)`,
    { accountId, before, used: [...used.names] },
  );
}
