import type { Page } from '@cobble/engine';
import type { Knex } from 'knex';

/** What a draft consists of; the rest of a page is in its row. */
export type PageDocument = Pick<Page, 'relativeHeight' | 'settings' | 'style' | 'things'>;

/** How many drafts of a page are kept, besides the published one. */
const KEPT = 20;

/** Adds a draft and forgets those that are too old. */
export async function insertRevision(
  knex: Knex,
  pageId: number,
  revision: number,
  document: PageDocument,
  now: Date,
): Promise<void> {
  await knex('page_revisions').insert({
    page_id: pageId,
    revision,
    document: JSON.stringify(document),
    created_at: now,
  });
  await knex('page_revisions')
    .where({ page_id: pageId })
    .where('revision', '<=', revision - KEPT)
    .whereNotIn('revision', knex('published_pages').where({ page_id: pageId }).select('revision'))
    .delete();
}

/** A draft of a page, or null. */
export async function findRevision(
  knex: Knex,
  pageId: number,
  revision: number,
): Promise<PageDocument | null> {
  const [row] = await knex('page_revisions')
    .where({ page_id: pageId, revision })
    .select<{ document: PageDocument }[]>('document');
  return row?.document ?? null;
}
