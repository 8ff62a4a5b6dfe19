import type { Knex } from 'knex';
import type { Purge } from '../Cdn.ts';

/** Stores a purge, to be sent once the transaction has committed. */
export async function insertPurge(transaction: Knex, purge: Purge, now: Date): Promise<void> {
  await transaction('cdn_purges').insert({ urls: purge.urls, tags: purge.tags, created_at: now });
}

/**
 * Sends the next purge that no other server is sending, and deletes it when it is done.
 *
 * @returns whether there was one.
 * @throws the error of `purge`; the row stays and moves behind those with fewer attempts.
 */
export async function doNextPurge(
  knex: Knex,
  purge: (purge: Purge) => Promise<void>,
): Promise<boolean> {
  let failure: unknown = null;
  const found = await knex.transaction(async (transaction) => {
    const [row] = await transaction('cdn_purges')
      .orderBy(['attempts', 'id'])
      .limit(1)
      .forUpdate()
      .skipLocked()
      .select<{ id: string; urls: string[]; tags: string[] }[]>('id', 'urls', 'tags');
    if (row === undefined) return false;
    try {
      await purge({ urls: row.urls, tags: row.tags });
      await transaction('cdn_purges').where({ id: row.id }).delete();
    } catch (error) {
      failure = error;
      await transaction('cdn_purges').where({ id: row.id }).increment('attempts');
    }
    return true;
  });
  if (failure !== null) throw failure as Error;
  return found;
}
