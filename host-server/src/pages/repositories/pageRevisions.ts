import type { Page } from '@cobble/engine';
import type { Knex } from 'knex';
import type { PageVersion } from '../../contract/index.ts';

/** The part of a page that a revision stores; the rest is in the page's row. */
export type PageDocument = Pick<Page, 'relativeHeight' | 'settings' | 'style' | 'things'>;

/** How many of the newest revisions of a page are stored, published or not. */
const MAX_DRAFTS = 20;
/** How many published versions of a page are stored besides the newest revision. */
const MAX_PUBLICATIONS = 50;

/**
 * Adds a draft and deletes old ones.
 *
 * @param document JSON of a {@link PageDocument}.
 */
export async function insertRevision(
  knex: Knex,
  pageId: number,
  revision: number,
  document: string,
  now: Date,
): Promise<void> {
  await knex('page_revisions')
    .insert({ page_id: pageId, revision, document, created_at: now })
    // A draft that was stored before it is published may have been migrated since.
    .onConflict(['page_id', 'revision'])
    .merge(['document']);
  await knex('page_revisions')
    .where({ page_id: pageId })
    .where('revision', '<=', revision - MAX_DRAFTS)
    .whereNotIn('revision', knex('published_pages').where({ page_id: pageId }).select('revision'))
    .whereNotIn(
      'revision',
      knex('page_publications')
        .where({ page_id: pageId })
        .orderBy('revision', 'desc')
        .limit(MAX_PUBLICATIONS)
        .select('revision'),
    )
    .delete();
}

/**
 * Deletes the oldest drafts of a page that were never published, until enough is freed or none are
 * left. The newest revision stays.
 *
 * @param bytes how much to free.
 */
export async function deleteOldestDrafts(knex: Knex, pageId: number, bytes: number): Promise<void> {
  await knex.raw(
    `DELETE FROM page_revisions WHERE page_id = :pageId AND revision IN (
       SELECT revision FROM (
         SELECT revision, sum(bytes) OVER (ORDER BY revision) - bytes AS freed_before
         FROM page_revisions AS draft
         WHERE page_id = :pageId
           AND revision < (SELECT revision FROM pages WHERE id = :pageId)
           AND NOT EXISTS (SELECT FROM page_publications AS published
             WHERE published.page_id = :pageId AND published.revision = draft.revision)
       ) AS drafts WHERE freed_before < :bytes
     )`,
    { pageId, bytes },
  );
}

/**
 * Deletes a published version.
 *
 * @returns whether it was deleted; `current` means that it is published now or is the page's newest
 *   revision.
 */
export async function deleteVersion(
  knex: Knex,
  pageId: number,
  revision: number,
): Promise<'deleted' | 'current' | 'missing'> {
  const versions = await knex('page_publications')
    .where({ page_id: pageId, revision })
    .select('revision');
  if (versions.length === 0) return 'missing';
  const deleted = await knex('page_revisions')
    .where({ page_id: pageId, revision })
    .whereNotIn('revision', knex('pages').where({ id: pageId }).select('revision'))
    .whereNotIn('revision', knex('published_pages').where({ page_id: pageId }).select('revision'))
    .delete();
  return deleted > 0 ? 'deleted' : 'current';
}

/** The document of a page's revision as JSON text, or null. */
export async function findRevisionText(
  knex: Knex,
  pageId: number,
  revision: number,
): Promise<string | null> {
  const rows = await knex('page_revisions')
    .where({ page_id: pageId, revision })
    .select<{ document: string }[]>(knex.raw('document::text AS document'));
  return rows[0]?.document ?? null;
}

/** Which revision of a page is published, and how it was rendered. */
export interface PublishedRevision {
  readonly revision: number;
  readonly etag: string;
  readonly context: string;
  /** Size of its HTML. */
  readonly htmlBytes: number;
}

/** The published revision of a page, or null. */
export async function findPublished(knex: Knex, pageId: number): Promise<PublishedRevision | null> {
  const [row] = await knex('published_pages')
    .where({ page_id: pageId })
    .select<PublishedRevision[]>([
      ...['revision', 'etag', 'context'],
      // Postgres knows the length without reading the bytes.
      knex.raw('octet_length(html) AS "htmlBytes"'),
    ]);
  return row ?? null;
}

/** Whether a revision of a page was ever published. */
export async function wasPublished(knex: Knex, pageId: number, revision: number): Promise<boolean> {
  const rows = await knex('page_publications')
    .where({ page_id: pageId, revision })
    .select('revision');
  return rows.length > 0;
}

/** The stored published versions of a page, newest first. */
export async function listVersions(knex: Knex, pageId: number): Promise<readonly PageVersion[]> {
  const rows = await knex('page_publications')
    .leftJoin('published_pages', 'published_pages.page_id', 'page_publications.page_id')
    .where('page_publications.page_id', pageId)
    .orderBy('page_publications.revision', 'desc')
    .select<{ revision: number; published_at: Date; current: number | null }[]>(
      'page_publications.revision',
      'page_publications.published_at',
      'published_pages.revision as current',
    );
  return rows.map(({ revision, published_at, current }) => ({
    revision,
    publishedAt: published_at.toISOString(),
    isCurrent: revision === current,
  }));
}

/** The document of a published version as JSON text, or null. */
export async function findVersionText(
  knex: Knex,
  pageId: number,
  revision: number,
): Promise<string | null> {
  const [row] = await knex('page_publications')
    .where({ page_id: pageId, revision })
    .select<{ revision: number }[]>('revision');
  return row === undefined ? null : findRevisionText(knex, pageId, revision);
}
