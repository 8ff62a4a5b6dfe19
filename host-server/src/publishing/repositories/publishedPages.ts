import type { Knex } from 'knex';
import type { Publication } from '../preparePublication.ts';

/** Makes a publication what visitors get of a page. */
export async function storePublication(
  knex: Knex,
  pageId: number,
  revision: number,
  publication: Publication,
  now: Date,
): Promise<void> {
  await knex('published_pages')
    .insert({ page_id: pageId, revision, ...publication, published_at: now })
    .onConflict('page_id')
    .merge();
}

/** The number of the draft that is published of a page, or null. */
export async function publishedRevision(knex: Knex, pageId: number): Promise<number | null> {
  const [row] = await knex('published_pages')
    .where({ page_id: pageId })
    .select<{ revision: number }[]>('revision');
  return row?.revision ?? null;
}

/** Both slugs are compared in lower case. */
const openPage = (knex: Knex, siteSlug: string, pageSlug: string): Knex.QueryBuilder =>
  knex('published_pages')
    .join('pages', 'pages.id', 'published_pages.page_id')
    .join('sites', 'sites.id', 'pages.site_id')
    .where('sites.slug', siteSlug.toLowerCase())
    .whereRaw('lower(pages.slug) = ?', [pageSlug.toLowerCase()])
    .where({ 'pages.is_public': true, 'pages.is_disabled': false, 'sites.is_public': true });

/** What visitors get at an address: null for private, disabled and unpublished pages too. */
export async function findOpenPublication(
  knex: Knex,
  siteSlug: string,
  pageSlug: string,
): Promise<Publication | null> {
  const rows = await openPage(knex, siteSlug, pageSlug).select<Publication[]>(
    'published_pages.html',
    'published_pages.gzip',
    'published_pages.brotli',
    'published_pages.etag',
    'published_pages.csp',
  );
  return rows[0] ?? null;
}

/** The tag of what visitors get at an address, or null; cheaper than the whole. */
export async function findOpenEtag(
  knex: Knex,
  siteSlug: string,
  pageSlug: string,
): Promise<string | null> {
  const rows = await openPage(knex, siteSlug, pageSlug).select<{ etag: string }[]>(
    'published_pages.etag',
  );
  return rows[0]?.etag ?? null;
}
