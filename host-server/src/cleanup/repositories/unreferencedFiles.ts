import type { Knex } from 'knex';

/** Returns the files that a row references: uploads, variants, embed thumbnails. */
export async function findReferencedFiles(
  knex: Knex,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(
    `SELECT name FROM assets WHERE name = ANY(:names)
     UNION SELECT name FROM picture_variants WHERE name = ANY(:names)
     UNION SELECT name FROM embed_pictures WHERE name = ANY(:names)`,
    { names: [...names] },
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * Replaces the records of unreferenced files. A file that was already recorded keeps the time when
 * it was first noticed.
 *
 * @param names all unreferenced files; records of other files are removed.
 */
export async function storeUnreferenced(
  knex: Knex,
  names: readonly string[],
  now: Date,
): Promise<void> {
  const all = [...names];
  await knex.transaction(async (transaction) => {
    await transaction.raw('DELETE FROM media_leftovers WHERE NOT name = ANY(?)', [all]);
    await transaction.raw(
      `INSERT INTO media_leftovers (name, noticed_at) SELECT name, ? FROM unnest(?::text[]) AS name
       ON CONFLICT DO NOTHING`,
      [now, all],
    );
  });
}

/** Files that have been unreferenced since before a given time. */
export async function listUnreferenced(
  knex: Knex,
  before: Date,
): Promise<readonly { readonly name: string; readonly noticedAt: Date }[]> {
  return knex('media_leftovers')
    .where('noticed_at', '<=', before)
    .orderBy('name')
    .select<{ name: string; noticedAt: Date }[]>('name', { noticedAt: 'noticed_at' });
}

/** Deletes the record of a removed file. */
export async function deleteUnreferenced(knex: Knex, name: string): Promise<void> {
  await knex('media_leftovers').where({ name }).delete();
}
