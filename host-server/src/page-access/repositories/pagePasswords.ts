import type { Knex } from 'knex';
import type { PagePassword } from '../pageAccess.ts';

/** Sets a page's password. */
export async function storePagePassword(
  knex: Knex,
  pageId: number,
  { salt, hash }: PagePassword,
  now: Date,
): Promise<void> {
  await knex('page_passwords')
    .insert({ page_id: pageId, salt, hash, updated_at: now })
    .onConflict('page_id')
    .merge();
}

/** Removes a page's password. */
export async function deletePagePassword(knex: Knex, pageId: number): Promise<void> {
  await knex('page_passwords').where({ page_id: pageId }).delete();
}
