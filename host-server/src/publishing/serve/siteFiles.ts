import { INDEX_SLUG } from '@cobble/engine';
import { Feed } from 'feed';
import type { Knex } from 'knex';
import type { Addresses } from '../../http/addresses.ts';
import type { LookupTurns } from '../../shared/LookupTurns.ts';
import type { Post } from '../../contract/index.ts';
import { listPosts } from '../../posts/repositories/posts.ts';
import { hasPublicPages, listPublicPages } from '../repositories/publishedPages.ts';
import { canonicalUrl, type SiteContext } from '../../sites/SiteContext.ts';
import { Sitemaps } from './Sitemaps.ts';
import { escapeXml, withoutControls } from './xmlText.ts';

/** A file of a site for programs. */
export interface SiteFile {
  readonly type: string;
  readonly body: Buffer;
}

/** The length to which titles of posts are truncated, in characters. */
const MAX_TITLE = 80;

/**
 * Returns a function that finds the file at a path of a site; null when there is none. It throws
 * ApiError err_unavailable when too many sitemaps wait.
 */
export function createSiteFiles(
  knex: Knex,
  addresses: Addresses,
  lookups: LookupTurns,
): (path: string, site: SiteContext | null, requester: string) => Promise<SiteFile | null> {
  // These take turns by site, few at a time.
  const sitemaps = new Sitemaps((siteId) => listPublicPages(knex, siteId), addresses);
  return async (path, site, requester) => {
    const lookUp: LookUp = (query) => lookups.run({ requester, isKnown: false }, () => query(knex));
    if (path === '/robots.txt') return robotsTxt(lookUp, addresses, site);
    if (site !== null && path === '/sitemap.xml') {
      const body = site.isPublic ? await sitemaps.find(site) : null;
      return body && { type: 'application/xml; charset=utf-8', body };
    }
    if (site !== null && path === '/feed.xml') return feedXml(lookUp, addresses, site);
    return null;
  };
}

/** Runs a query when it is the requester's turn. */
type LookUp = <Value>(query: (knex: Knex) => Promise<Value>) => Promise<Value>;

/** robots.txt; disallows everything when the site has no public page. */
async function robotsTxt(
  lookUp: LookUp,
  addresses: Addresses,
  site: SiteContext | null,
): Promise<SiteFile> {
  const lines =
    site !== null && (await isShown(lookUp, site))
      ? ['User-agent: *', 'Allow: /', '', `Sitemap: ${fileUrl(addresses, site, 'sitemap.xml')}`]
      : ['User-agent: *', 'Disallow: /'];
  return { type: 'text/plain; charset=utf-8', body: Buffer.from(`${lines.join('\n')}\n`) };
}

/** Whether a site has a public page. */
async function isShown(lookUp: LookUp, site: SiteContext): Promise<boolean> {
  return site.isPublic && (await lookUp((knex) => hasPublicPages(knex, site.siteId)));
}

/** The feed of the owner's posts as Atom; null without posts, or without a public page. */
async function feedXml(
  lookUp: LookUp,
  addresses: Addresses,
  site: SiteContext,
): Promise<SiteFile | null> {
  const posts = (await isShown(lookUp, site))
    ? await lookUp((knex) => listPosts(knex, site.accountId))
    : [];
  const home = canonicalUrl(addresses, site, INDEX_SLUG);
  const body = feedOf(posts, site, addresses, { home, self: fileUrl(addresses, site, 'feed.xml') });
  return body === null
    ? null
    : { type: 'application/atom+xml; charset=utf-8', body: Buffer.from(body) };
}

/** Renders posts, newest first, as Atom; null when there are none. */
export function feedOf(
  posts: readonly Post[],
  site: SiteContext,
  addresses: Addresses,
  at: { readonly home: string; readonly self: string },
): string | null {
  const [newest] = posts;
  if (newest === undefined) return null;
  const home = withoutControls(at.home);
  const name = withoutControls(site.username);
  const feed = new Feed({
    id: `${addresses.appOrigin}/site/${String(site.siteId)}`,
    title: name,
    link: home,
    generator: 'Cobble',
    copyright: '',
    updated: new Date(newest.createdAt),
    feedLinks: { atom: withoutControls(at.self) },
    author: { name, link: home },
  });
  for (const { id, caption, createdAt } of posts) {
    const text = withoutControls(caption);
    feed.addItem({
      id: `${addresses.appOrigin}/post/${String(id)}`,
      // Title and content are HTML, so the text is escaped.
      title: escapeXml(titleOf(text)),
      link: home,
      content: escapeXml(text).replaceAll('\n', '<br>'),
      date: new Date(createdAt),
      published: new Date(createdAt),
    });
  }
  return feed.atom1();
}

function fileUrl(addresses: Addresses, site: SiteContext, name: string): string {
  return new URL(`/${name}`, canonicalUrl(addresses, site, INDEX_SLUG)).href;
}

function titleOf(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  if (line.length <= MAX_TITLE) return line;
  // Does not split a surrogate pair.
  const start = line.slice(0, MAX_TITLE - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${start.trimEnd()}…`;
}
