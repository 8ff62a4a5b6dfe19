import { INDEX_SLUG } from '@cobble/engine';
import { Feed } from 'feed';
import type { Knex } from 'knex';
import type { Addresses } from '../../http/addresses.ts';
import type { Post } from '../../contract/index.ts';
import { listPosts } from '../../posts/repositories/posts.ts';
import { listPublicPages, type SitemapRow } from '../repositories/publishedPages.ts';
import { canonicalUrl, type SiteContext } from '../../sites/SiteContext.ts';

/** A file of a site for programs. */
export interface SiteFile {
  readonly type: string;
  readonly body: Buffer;
}

/** The length to which titles of posts are truncated, in characters. */
const MAX_TITLE = 80;

/** The file at a path of a site; null when there is none. */
export async function findSiteFile(
  knex: Knex,
  addresses: Addresses,
  path: string,
  site: SiteContext | null,
): Promise<SiteFile | null> {
  if (path === '/robots.txt') return robotsTxt(knex, addresses, site);
  if (site !== null && path === '/sitemap.xml') return sitemapXml(knex, addresses, site);
  if (site !== null && path === '/feed.xml') return feedXml(knex, addresses, site);
  return null;
}

/** The public pages of a site for its sitemap, the index page first (docs/decisions/0097). */
async function pagesOf(knex: Knex, site: SiteContext): Promise<readonly SitemapRow[]> {
  if (!site.isPublic) return [];
  const pages = await listPublicPages(knex, site.siteId);
  return [...pages].sort((a, b) => rank(a) - rank(b));
}

const rank = ({ slug, id }: SitemapRow): number => (slug.toLowerCase() === INDEX_SLUG ? 0 : id);

/** robots.txt; disallows everything when the site has no public page. */
async function robotsTxt(
  knex: Knex,
  addresses: Addresses,
  site: SiteContext | null,
): Promise<SiteFile> {
  const hasPublicPages = site !== null && (await pagesOf(knex, site)).length > 0;
  const lines = hasPublicPages
    ? ['User-agent: *', 'Allow: /', '', `Sitemap: ${fileUrl(addresses, site, 'sitemap.xml')}`]
    : ['User-agent: *', 'Disallow: /'];
  return { type: 'text/plain; charset=utf-8', body: Buffer.from(`${lines.join('\n')}\n`) };
}

/** sitemap.xml; null when the site has no public page. */
async function sitemapXml(
  knex: Knex,
  addresses: Addresses,
  site: SiteContext,
): Promise<SiteFile | null> {
  const pages = await pagesOf(knex, site);
  if (pages.length === 0) return null;
  const body = Buffer.from(sitemapOf(pages, site, addresses));
  return { type: 'application/xml; charset=utf-8', body };
}

/** The sitemap: canonical URLs of public pages, with the time of their last publication. */
export function sitemapOf(
  pages: readonly Pick<SitemapRow, 'slug' | 'publishedAt'>[],
  site: SiteContext,
  addresses: Addresses,
): string {
  const entries = pages.map(({ slug, publishedAt }) => {
    const url = escapeXml(withoutControls(canonicalUrl(addresses, site, slug)));
    return `<url><loc>${url}</loc><lastmod>${publishedAt.toISOString()}</lastmod></url>`;
  });
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
  ];
  return `${lines.join('\n')}\n`;
}

/** The feed of the owner's posts as Atom; null without posts, or without a public page. */
async function feedXml(
  knex: Knex,
  addresses: Addresses,
  site: SiteContext,
): Promise<SiteFile | null> {
  const hasPublicPages = (await pagesOf(knex, site)).length > 0;
  const posts = hasPublicPages ? await listPosts(knex, site.accountId) : [];
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

/** XML does not allow most control characters, not even escaped. */
function withoutControls(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}
