import type { Knex } from 'knex';
import { isoTime } from '../../database/isoTime.ts';

/** A page as stored, without its document. */
export interface PageRow {
  readonly id: number;
  readonly siteId: number;
  readonly siteSlug: string;
  readonly siteIsPublic: boolean;
  readonly accountId: number;
  readonly slug: string;
  readonly isPublic: boolean;
  readonly isListed: boolean;
  readonly isPeekable: boolean;
  readonly isDisabled: boolean;
  /** Whether visitors need a password. */
  readonly isRestricted: boolean;
  /** The number of the newest stored revision. */
  readonly revision: number;
  /** The seq of the newest entry in the page's room; the revision if it has no room. */
  readonly head: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The fields of a page's row. */
export interface PageFieldsToStore {
  readonly slug: string;
  readonly isPublic: boolean;
  readonly isListed: boolean;
  readonly isPeekable: boolean;
  readonly title: string | null;
  readonly revision: number;
  readonly now: Date;
}

interface Joined {
  id: number;
  site_id: number;
  site_slug: string;
  site_is_public: boolean;
  account_id: number;
  slug: string;
  is_public: boolean;
  is_listed: boolean;
  is_peekable: boolean;
  is_disabled: boolean;
  is_restricted: boolean;
  revision: number;
  head: string | null;
  created_at: Date;
  updated_at: Date;
}

const selectPage = (knex: Knex) =>
  knex('pages')
    .join('sites', 'sites.id', 'pages.site_id')
    .leftJoin('rooms', 'rooms.page_id', 'pages.id')
    .select<Joined[]>(
      'pages.*',
      'rooms.head',
      'sites.slug as site_slug',
      'sites.is_public as site_is_public',
      knex.raw(
        'EXISTS (SELECT FROM page_passwords WHERE page_passwords.page_id = pages.id) AS is_restricted',
      ),
    );

function fromJoined(row: Joined | undefined): PageRow | null {
  if (row === undefined) return null;
  return {
    id: row.id,
    siteId: row.site_id,
    siteSlug: row.site_slug,
    siteIsPublic: row.site_is_public,
    accountId: row.account_id,
    slug: row.slug,
    isPublic: row.is_public,
    isListed: row.is_listed,
    isPeekable: row.is_peekable,
    isDisabled: row.is_disabled,
    isRestricted: row.is_restricted,
    revision: row.revision,
    head: row.head === null ? row.revision : Number(row.head),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** The page with an id, or null. Locks its row until the transaction ends. */
export async function lockPage(transaction: Knex, id: number): Promise<PageRow | null> {
  const rows = await selectPage(transaction).where('pages.id', id).forUpdate('pages');
  return fromJoined(rows[0]);
}

/** The page with an id, or null. */
export async function findPageById(knex: Knex, id: number): Promise<PageRow | null> {
  const rows = await selectPage(knex).where('pages.id', id);
  return fromJoined(rows[0]);
}

/** The page at an address, regardless of case, or null. */
export async function findPageByAddress(
  knex: Knex,
  siteSlug: string,
  pageSlug: string,
): Promise<PageRow | null> {
  const rows = await selectPage(knex)
    .where('sites.slug', siteSlug.toLowerCase())
    .whereRaw('lower(pages.slug) = ?', [pageSlug.toLowerCase()]);
  return fromJoined(rows[0]);
}

/** The ids of an account's pages, most recently changed first. Read as one JSON value. */
export async function listPageIds(knex: Knex, accountId: number): Promise<readonly number[]> {
  const [row] = await knex('pages')
    .where({ account_id: accountId })
    .select<{ ids: number[] | null }[]>(
      knex.raw('json_agg(id order by updated_at desc, id desc) as ids'),
    );
  return row?.ids ?? [];
}

/** The slugs of an account's pages. Read as one JSON value. */
export async function listPageSlugs(knex: Knex, accountId: number): Promise<readonly string[]> {
  const [row] = await knex('pages')
    .where({ account_id: accountId })
    .select<{ slugs: string[] | null }[]>(knex.raw('json_agg(slug) as slugs'));
  return row?.slugs ?? [];
}

/**
 * Summaries of pages of an account (see `PageSummary`) in the order of `ids`, as JSON text without
 * brackets; empty if there are none. The database builds it, because thousands of rows would occupy
 * the server.
 */
export async function pageSummariesJson(
  knex: Knex,
  accountId: number,
  ids: readonly number[],
): Promise<string> {
  const [row] = await knex('pages')
    .leftJoin('published_pages', 'published_pages.page_id', 'pages.id')
    .where('pages.account_id', accountId)
    .whereIn('pages.id', ids)
    .select<{ pages: string | null }[]>(
      knex.raw(
        `string_agg(json_build_object(
          'ID', pages.id,
          'slug', pages.slug,
          'title', pages.title,
          'isPublic', pages.is_public,
          'isDisabled', pages.is_disabled,
          'isPublished', published_pages.page_id is not null,
          'updatedAt', ${isoTime('pages.updated_at')}
        )::text, ',' order by array_position(?::int[], pages.id::int)) as pages`,
        [[...ids]],
      ),
    );
  return row?.pages ?? '';
}

/** How many pages an account has. */
export async function countPages(knex: Knex, accountId: number): Promise<number> {
  const [row] = await knex('pages').where({ account_id: accountId }).count({ count: 'id' });
  return Number(row?.['count'] ?? 0);
}

/**
 * Adds a page and returns its id.
 *
 * @throws a unique violation of {@link PAGE_ADDRESS_KEYS}.
 */
export async function insertPage(
  knex: Knex,
  owner: { readonly accountId: number; readonly siteId: number },
  fields: PageFieldsToStore,
): Promise<number> {
  const [row] = await knex('pages')
    .insert({
      account_id: owner.accountId,
      site_id: owner.siteId,
      ...columns(fields),
      created_at: fields.now,
    })
    .returning<{ id: number }[]>('id');
  if (row === undefined) throw new Error('An insert returned no row');
  return row.id;
}

/**
 * Changes a page.
 *
 * @throws a unique violation of {@link PAGE_ADDRESS_KEYS}.
 */
export async function updatePage(knex: Knex, id: number, fields: PageFieldsToStore): Promise<void> {
  await knex('pages').where({ id }).update(columns(fields));
}

/** Deletes a page with its drafts and its publication. */
export async function deletePageRow(knex: Knex, id: number): Promise<void> {
  await knex('published_pages').where({ page_id: id }).delete();
  await knex('pages').where({ id }).delete();
}

/** The unique indexes of page addresses. */
export const PAGE_ADDRESS_KEYS = ['pages_site_id_slug_key', 'pages_address_key'] as const;

function columns(fields: PageFieldsToStore): Record<string, unknown> {
  return {
    slug: fields.slug,
    is_public: fields.isPublic,
    is_listed: fields.isListed,
    is_peekable: fields.isPeekable,
    // Postgres text cannot contain NUL; the draft has the original title.
    title: fields.title?.replaceAll('\0', '') ?? null,
    revision: fields.revision,
    updated_at: fields.now,
  };
}

/** Sets a page's password. */
export async function storePagePassword(
  knex: Knex,
  pageId: number,
  { salt, hash }: { readonly salt: Buffer; readonly hash: Buffer },
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
