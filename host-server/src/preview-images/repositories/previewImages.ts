import type { Knex } from 'knex';
import {
  SITE_COLUMNS,
  type SiteRow,
  toSiteContext,
} from '../../sites/repositories/siteContexts.ts';
import type { SiteContext } from '../../sites/SiteContext.ts';

/** The source of a page's images: its publication, or its draft if it was never published. */
export interface PreviewSubject {
  readonly site: SiteContext;
  readonly revision: number;
  /** The publication's ETag; null for a draft. */
  readonly etag: string | null;
}

/** The painted images of a page. */
export interface PreviewRow {
  /** Identifies what they were painted from. */
  readonly source: string;
  /** The hash in the files' names; null when painting failed. */
  readonly hash: string | null;
  readonly paintedAt: Date;
}

/** The images of a page, and what they should show. */
export interface PreviewState extends Pick<PreviewSubject, 'revision' | 'etag'> {
  readonly accountId: number;
  /** Null if the page was never painted. */
  readonly painted: PreviewRow | null;
}

interface SubjectColumns {
  revision: number;
  etag: string | null;
}

/** Finds the source of a page's images; null when the page was deleted. */
export async function findPreviewSubject(
  knex: Knex,
  pageId: number,
): Promise<PreviewSubject | null> {
  const { rows } = await knex.raw<{ rows: (SiteRow & SubjectColumns)[] }>(
    `SELECT ${SITE_COLUMNS}, coalesce(published_pages.revision, pages.revision) AS revision,
       published_pages.etag
     FROM pages
     JOIN sites ON sites.id = pages.site_id
     JOIN accounts ON accounts.id = sites.account_id
     LEFT JOIN published_pages ON published_pages.page_id = pages.id
     WHERE pages.id = ?`,
    [pageId],
  );
  const [row] = rows;
  return row === undefined
    ? null
    : { site: toSiteContext(row), revision: row.revision, etag: row.etag };
}

/** Finds the images of a page, and what they should show; null when the page was deleted. */
export async function findPreviewState(knex: Knex, pageId: number): Promise<PreviewState | null> {
  const subject = await findPreviewSubject(knex, pageId);
  if (subject === null) return null;
  const { revision, etag, site } = subject;
  const painted = await findPreview(knex, pageId);
  return { revision, etag, accountId: site.accountId, painted };
}

/** The files of the embed thumbnails that a published page shows. */
export async function listEmbedThumbnailsOfPage(
  knex: Knex,
  pageId: number,
): Promise<readonly string[]> {
  const rows = await knex('page_embed_pictures')
    .join('embed_pictures', 'embed_pictures.address', 'page_embed_pictures.address')
    .where({ page_id: pageId })
    .whereNotNull('embed_pictures.name')
    .orderBy('embed_pictures.name')
    .select<{ name: string }[]>('embed_pictures.name');
  return rows.map(({ name }) => name);
}

/** The last painted images of a page. */
export async function findPreview(knex: Knex, pageId: number): Promise<PreviewRow | null> {
  const rows = await knex('preview_pictures')
    .where({ page_id: pageId })
    .select<PreviewRow[]>('source', 'hash', { paintedAt: 'painted_at' });
  return rows[0] ?? null;
}

/** Stores the painted images of a page, unless it was deleted meanwhile. */
export async function storePreview(
  knex: Knex,
  pageId: number,
  { source, hash, paintedAt }: PreviewRow,
): Promise<void> {
  await knex.raw(
    `INSERT INTO preview_pictures (page_id, source, hash, painted_at)
     SELECT id, :source, :hash, :paintedAt FROM pages WHERE id = :pageId
     ON CONFLICT (page_id) DO UPDATE
       SET source = excluded.source, hash = excluded.hash, painted_at = excluded.painted_at`,
    { pageId, source, hash, paintedAt },
  );
}

/** Returns those of the hashes that are in use by a page's images. */
export async function findUsedHashes(
  knex: Knex,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await knex('preview_pictures')
    .whereRaw('hash = ANY(?)', [[...hashes]])
    .select<{ hash: string }[]>('hash');
  return new Set(rows.map(({ hash }) => hash));
}
