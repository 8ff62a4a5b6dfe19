import { INDEX_SLUG, isAssetUrl } from '@cobble/engine';

/** Paths in an archive. */
export const ARCHIVE = {
  manifest: 'cobble/site.json',
  pages: 'cobble/pages',
  assets: 'assets',
  fonts: 'fonts',
  code: 'code',
  index: 'index.html',
  notFound: '404.html',
  robots: 'robots.txt',
  sitemap: 'sitemap.xml',
  feed: 'feed.xml',
} as const;

/** Folders whose files could have the same path as a page's `{slug}.html`. */
const FOLDERS: readonly string[] = [ARCHIVE.assets, ARCHIVE.fonts, ARCHIVE.code, 'cobble'];

/**
 * Path of a page's HTML: `{slug}.html`, which static hosts serve at `/{slug}` or by its name, and
 * which can be opened from disk. The index page is `index.html`; slugs that clash with another path
 * get a folder of their own.
 */
export function pageFile(slug: string): string {
  const lower = slug.toLowerCase();
  if (lower === INDEX_SLUG) return ARCHIVE.index;
  const [folder = '', name] = lower.split('/');
  const isTaken =
    lower === 'index' ||
    lower === 'index/index' ||
    (name !== undefined && FOLDERS.includes(folder));
  return isTaken ? `${slug}/index.html` : `${slug}.html`;
}

/** Path of a page's JSON. */
export function pageJsonFile(slug: string): string {
  return `${ARCHIVE.pages}/${slug}.json`;
}

/** Relative path from a file to the archive's root: '' or `../` for each folder. */
export function pathToRoot(file: string): string {
  return '../'.repeat(file.split('/').length - 1);
}

/** Path of an asset by its URL in pages; null if it is on another site or not a valid file name. */
export function assetFile(url: string): string | null {
  const name = /^\/assets\/([\w.-]+)$/.exec(url)?.[1];
  if (name === undefined || !isAssetUrl(url)) return null;
  // Servers treat hidden files specially; Windows drops trailing dots.
  return name.startsWith('.') || name.endsWith('.') ? null : `${ARCHIVE.assets}/${name}`;
}
