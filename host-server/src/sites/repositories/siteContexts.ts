import type { Knex } from 'knex';
import { ROLES_OF_ACCOUNT } from '../../accounts/repositories/accounts.ts';
import type { Role, SiteSettings } from '../../contract/index.ts';
import type { SiteContext } from '../SiteContext.ts';
import type { SiteKey } from '../../http/addresses.ts';

/** The columns for {@link toSiteContext}, of `sites` joined with `accounts`. */
export const SITE_COLUMNS = `
  sites.id AS site_id, sites.slug AS site_slug, sites.account_id, sites.is_public AS site_is_public,
  sites.settings, accounts.username, ${ROLES_OF_ACCOUNT} AS roles,
  (SELECT name FROM domains WHERE domains.site_id = sites.id AND status = 'active' AND is_canonical)
    AS domain,
  EXISTS (SELECT FROM posts WHERE posts.account_id = sites.account_id) AS has_posts`;

/** A row of {@link SITE_COLUMNS}. */
export interface SiteRow {
  site_id: number;
  site_slug: string;
  account_id: number;
  site_is_public: boolean;
  settings: SiteSettings;
  username: string;
  roles: Role[];
  domain: string | null;
  has_posts: boolean;
}

/** Converts a row. */
export function toSiteContext(row: SiteRow): SiteContext {
  return {
    siteId: row.site_id,
    siteSlug: row.site_slug,
    accountId: row.account_id,
    username: row.username,
    isPublic: row.site_is_public,
    roles: row.roles,
    settings: row.settings,
    domain: row.domain,
    hasPosts: row.has_posts,
  };
}

/** The SQL condition for the site that a request names, with its value. */
export function whereSite(site: SiteKey): readonly [sql: string, value: string] {
  return 'slug' in site
    ? ['sites.slug = ?', site.slug.toLowerCase()]
    : [
        `sites.id = (SELECT site_id FROM domains WHERE name = ? AND status = 'active')`,
        site.domain.toLowerCase(),
      ];
}

/**
 * The site that a request names, or null. A domain that the plan no longer includes still finds its
 * site.
 */
export async function findSite(knex: Knex, site: SiteKey): Promise<SiteContext | null> {
  const [sql, value] = whereSite(site);
  return findOne(knex, sql, value);
}

/** The site with an id, or null. */
export async function findSiteById(knex: Knex, id: number): Promise<SiteContext | null> {
  return findOne(knex, 'sites.id = ?', id);
}

async function findOne(
  knex: Knex,
  sql: string,
  value: string | number,
): Promise<SiteContext | null> {
  const { rows } = await knex.raw<{ rows: SiteRow[] }>(
    `SELECT ${SITE_COLUMNS} FROM sites JOIN accounts ON accounts.id = sites.account_id WHERE ${sql}`,
    [value],
  );
  const [row] = rows;
  return row === undefined ? null : toSiteContext(row);
}

/** Every name of a site: its slug and its domains. */
export async function siteKeysOf(knex: Knex, siteId: number): Promise<readonly SiteKey[]> {
  const sites = await knex('sites').where({ id: siteId }).select<{ slug: string }[]>('slug');
  const domains = await knex('domains')
    .where({ site_id: siteId, status: 'active' })
    .select<{ name: string }[]>('name');
  return [...sites.map(({ slug }) => ({ slug })), ...domains.map(({ name }) => ({ domain: name }))];
}

/** The slugs of a site's oldest pages, at most `limit`. */
export async function firstSlugsOf(
  knex: Knex,
  siteId: number,
  limit: number,
): Promise<readonly string[]> {
  const rows = await knex('pages')
    .where({ site_id: siteId })
    .orderBy('id')
    .limit(limit)
    .select<{ slug: string }[]>('slug');
  return rows.map(({ slug }) => slug);
}

/**
 * Locks a site's row until the transaction ends. Returns whether it exists and belongs to the
 * account.
 */
export async function lockSite(transaction: Knex, id: number, accountId: number): Promise<boolean> {
  const rows = await transaction('sites')
    .where({ id, account_id: accountId })
    .forUpdate()
    .select<{ id: number }[]>('id');
  return rows.length > 0;
}

/** Replaces a site's settings. */
export async function storeSettings(
  transaction: Knex,
  id: number,
  settings: SiteSettings,
  now: Date,
): Promise<void> {
  await transaction('sites')
    .where({ id })
    .update({ settings: JSON.stringify(settings), updated_at: now });
}
