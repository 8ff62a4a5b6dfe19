import { INDEX_SLUG, isAssetUrl } from '@cobble/engine';

/** Where things lie in an archive. */
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

/** Folders that hold other things than pages, besides `cobble`. */
const FOLDERS: readonly string[] = [ARCHIVE.assets, ARCHIVE.fonts, ARCHIVE.code, 'cobble'];

/**
 * Where a page's HTML lies: `{slug}.html`, which servers find under `/{slug}` or by its name, and
 * which opens from a disk too; the page of the index slug is `index.html`. Slugs that are taken by
 * something else get a folder of their own.
 */
export function pageFile(slug: string): string {
  const lower = slug.toLowerCase();
  if (lower === INDEX_SLUG) return ARCHIVE.index;
  const [folder = '', name] = lower.split('/');
  const isTaken = lower === 'index' || (name !== undefined && FOLDERS.includes(folder));
  return isTaken ? `${slug}/index.html` : `${slug}.html`;
}

/** Where a page's JSON lies. */
export function pageJsonFile(slug: string): string {
  return `${ARCHIVE.pages}/${slug}.json`;
}

/** From a file to the archive's root: '' or some `../`. */
export function wayUp(file: string): string {
  return '../'.repeat(file.split('/').length - 1);
}

/** Where an asset lies whose address in pages is of our own; null: outside, or no name for a file. */
export function assetFile(url: string): string | null {
  const name = /^\/assets\/([\w.-]+)$/.exec(url)?.[1];
  if (name === undefined || !isAssetUrl(url)) return null;
  // Hidden files mean something to servers; a dot at the end nothing to Windows.
  return name.startsWith('.') || name.endsWith('.') ? null : `${ARCHIVE.assets}/${name}`;
}
