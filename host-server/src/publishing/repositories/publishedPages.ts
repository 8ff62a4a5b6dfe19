import { INDEX_SLUG } from '@cobble/engine';
import type { Knex } from 'knex';
import { isoTime } from '../../database/isoTime.ts';
import { storePublishedCodes } from '../../code-embeds/repositories/codeEmbeds.ts';
import type { PagePassword } from '../../page-access/pageAccess.ts';
import type { Publication, PublicationHead } from '../render/renderPublication.ts';
import type { SiteContext } from '../../sites/SiteContext.ts';
import type { PageAddress } from '../../http/addresses.ts';
import {
  SITE_COLUMNS,
  type SiteRow,
  toSiteContext,
  whereSite,
} from '../../sites/repositories/siteContexts.ts';

/** Stores a page's publication, and records it as a version. */
export async function storePublication(
  knex: Knex,
  pageId: number,
  revision: number,
  publication: Publication,
  now: Date,
): Promise<void> {
  await knex('published_pages')
    .insert({ page_id: pageId, revision, ...columns(publication), published_at: now })
    .onConflict('page_id')
    .merge();
  await knex('page_publications')
    .insert({ page_id: pageId, revision, published_at: now })
    .onConflict(['page_id', 'revision'])
    .ignore();
  await storePublishedCodes(knex, pageId, publication.codes, now);
}

/**
 * Replaces a publication with a new rendering of the same revision, unless the publication has
 * changed meanwhile.
 */
export async function replacePublication(
  knex: Knex,
  expected: {
    readonly pageId: number;
    readonly revision: number;
    readonly etag: string;
    readonly context: string;
  },
  publication: Publication,
  now: Date,
): Promise<void> {
  await knex.transaction(async (transaction) => {
    const replaced = await transaction('published_pages')
      .where({
        page_id: expected.pageId,
        revision: expected.revision,
        etag: expected.etag,
        context: expected.context,
      })
      .update(columns(publication));
    if (replaced > 0)
      await storePublishedCodes(transaction, expected.pageId, publication.codes, now);
  });
}

/**
 * Invalidates publications: they are rendered again before they are served, including those being
 * rendered now.
 */
export async function invalidatePublications(
  knex: Knex,
  pageIds: readonly number[],
): Promise<void> {
  await knex('published_pages')
    .whereIn('page_id', pageIds)
    .update({ context: knex.raw("'-' || gen_random_uuid()") });
}

/**
 * Replaces the Brotli encoding with one of the same bytes at a higher quality. Returns false if the
 * publication has changed meanwhile or has that quality already.
 */
export async function storeBrotli(
  knex: Knex,
  expected: { readonly pageId: number; readonly etag: string },
  brotli: Buffer,
  quality: number,
): Promise<boolean> {
  const changed = await knex('published_pages')
    .where({ page_id: expected.pageId, etag: expected.etag })
    .where('brotli_quality', '<', quality)
    .update({ brotli, brotli_quality: quality });
  return changed > 0;
}

function columns(publication: Publication): Record<string, unknown> {
  const { brotliQuality, codes: _codes, ...rest } = publication;
  return { ...rest, brotli_quality: brotliQuality };
}

/** The site and page at an address, whether or not visitors may see them. */
export interface AddressRow {
  readonly site: SiteContext;
  /** Null when the address has no page, or one that was never published. */
  readonly page: {
    readonly id: number;
    readonly slug: string;
    readonly isPublic: boolean;
    readonly isDisabled: boolean;
    readonly password: PagePassword | null;
    readonly revision: number;
    readonly etag: string;
    readonly context: string;
    readonly brotliQuality: number;
    readonly csp: string;
    readonly lengths: PublicationHead['lengths'];
  } | null;
  /** The publication's compressed bodies, if requested and not too large. */
  readonly bytes: Pick<Publication, 'gzip' | 'brotli'> | null;
}

const PAGE_COLUMNS = `pages.id AS page_id, pages.slug AS page_slug, pages.is_public,
  pages.is_disabled, page_passwords.salt, page_passwords.hash, published_pages.revision,
  published_pages.etag, published_pages.context, published_pages.brotli_quality,
  published_pages.csp, octet_length(published_pages.html) AS html_length,
  octet_length(published_pages.gzip) AS gzip_length,
  octet_length(published_pages.brotli) AS brotli_length`;
const BYTES_COLUMNS = ', published_pages.gzip, published_pages.brotli';
const ENCODINGS = ['gzip', 'brotli'] as const;
const TOTAL_LENGTH = ENCODINGS.map((name) => `octet_length(published_pages.${name})`).join(' + ');
/** The bytes of a publication, or null in the cases that the options name. */
function bytesColumns({ maxBytes, withRestricted = true }: BytesOptions): string {
  const conditions = [
    ...(withRestricted ? [] : ['page_passwords.page_id IS NULL']),
    ...(maxBytes === undefined ? [] : [`${TOTAL_LENGTH} <= ${String(maxBytes)}`]),
  ];
  if (conditions.length === 0) return BYTES_COLUMNS;
  return ENCODINGS.map(
    (name) => `, CASE WHEN ${conditions.join(' AND ')} THEN published_pages.${name} END AS ${name}`,
  ).join('');
}

interface BytesOptions {
  /** Bytes are null if both bodies together have more; default: no limit. */
  readonly maxBytes?: number;
  /** False if the bytes of pages that have a password are null; default: true. */
  readonly withRestricted?: boolean;
}

interface PageColumns {
  page_id: number | null;
  page_slug: string;
  is_public: boolean;
  is_disabled: boolean;
  salt: Buffer | null;
  hash: Buffer | null;
  revision: number;
  etag: string | null;
  context: string;
  brotli_quality: number;
  gzip?: Buffer | null;
  brotli?: Buffer | null;
  csp: string;
  html_length: number;
  gzip_length: number;
  brotli_length: number;
}

/**
 * Finds the site and page at an address; null when there is no such site. One statement, so that
 * bytes and access match.
 */
export async function findAddress(
  knex: Knex,
  { site, slug }: PageAddress,
  { withBytes, ...options }: { readonly withBytes: boolean } & BytesOptions,
): Promise<AddressRow | null> {
  const [where, value] = whereSite(site);
  const { rows } = await knex.raw<{ rows: (SiteRow & PageColumns)[] }>(
    `SELECT ${SITE_COLUMNS}, ${PAGE_COLUMNS}${withBytes ? bytesColumns(options) : ''}
     FROM sites
     JOIN accounts ON accounts.id = sites.account_id
     LEFT JOIN pages ON pages.site_id = sites.id AND lower(pages.slug) = ?
     LEFT JOIN published_pages ON published_pages.page_id = pages.id
     LEFT JOIN page_passwords ON page_passwords.page_id = pages.id
     WHERE ${where}`,
    [slug.toLowerCase(), value],
  );
  const [row] = rows;
  return row === undefined ? null : fromRow(row);
}

function fromRow(row: SiteRow & PageColumns): AddressRow {
  const { page_id: id, etag, salt, hash, gzip, brotli } = row;
  return {
    site: toSiteContext(row),
    page:
      id === null || etag === null
        ? null
        : {
            id,
            etag,
            slug: row.page_slug,
            isPublic: row.is_public,
            isDisabled: row.is_disabled,
            password: salt && hash ? { salt, hash } : null,
            revision: row.revision,
            context: row.context,
            brotliQuality: row.brotli_quality,
            csp: row.csp,
            lengths: { identity: row.html_length, gzip: row.gzip_length, br: row.brotli_length },
          },
    bytes: gzip && brotli ? { gzip, brotli } : null,
  };
}

/**
 * The bodies of a publication, read one after the other, because converting them occupies
 * the server; null if it has changed meanwhile.
 */
export async function findPublicationBytes(
  knex: Knex,
  expected: { readonly id: number; readonly etag: string; readonly brotliQuality: number },
): Promise<AddressRow['bytes']> {
  const read = async (encoding: (typeof ENCODINGS)[number]): Promise<Buffer | undefined> => {
    const { id: page_id, etag, brotliQuality: brotli_quality } = expected;
    const [row] = await knex('published_pages')
      .where({ page_id, etag, brotli_quality })
      .select<{ bytes: Buffer }[]>(`${encoding} as bytes`);
    return row?.bytes;
  };
  const [gzip, brotli] = [await read('gzip'), await read('brotli')];
  return gzip && brotli ? { gzip, brotli } : null;
}

/** A page in a sitemap. */
export interface SitemapEntry {
  readonly slug: string;
  /** The time of its last publication, ISO 8601 in UTC. */
  readonly publishedAt: string;
}

/**
 * The published pages of a site that are neither private, disabled nor restricted, the index page
 * first. The database builds one JSON value: thousands of rows would occupy the server.
 */
export async function listPublicPages(
  knex: Knex,
  siteId: number,
): Promise<readonly SitemapEntry[]> {
  const [row] = await publicPages(knex, siteId).select<{ entries: SitemapEntry[] | null }[]>(
    knex.raw(
      `json_agg(json_build_object(
        'slug', pages.slug,
        'publishedAt', ${isoTime('published_pages.published_at')}
      ) order by lower(pages.slug) <> :index, pages.id) as entries`,
      { index: INDEX_SLUG },
    ),
  );
  return row?.entries ?? [];
}

/** Whether a site has a page that {@link listPublicPages} lists. */
export async function hasPublicPages(knex: Knex, siteId: number): Promise<boolean> {
  return (await publicPages(knex, siteId).first('pages.id')) !== undefined;
}

function publicPages(knex: Knex, siteId: number): Knex.QueryBuilder {
  return knex('pages')
    .join('published_pages', 'published_pages.page_id', 'pages.id')
    .leftJoin('page_passwords', 'page_passwords.page_id', 'pages.id')
    .where({ 'pages.site_id': siteId, 'pages.is_public': true, 'pages.is_disabled': false })
    .whereNull('page_passwords.page_id');
}
