import { INDEX_SLUG } from '@cobble/engine';
import { RESERVED_SEGMENTS } from './reservedSegments.ts';

const FILES = new Set(['robots.txt', 'sitemap.xml', 'feed.xml', 'favicon.ico', '.well-known']);

/**
 * Returns where a page's path redirects to, or null if it is normal: underscores become hyphens,
 * dots become slashes, the index slug is removed [RT1]. Repeated slashes are merged, so that the
 * result never names another host (`//evil_com`, `/.evil`) [RT3]. A path that begins with a
 * reserved segment or one of `FILES` is normal, unless it begins with `//`: then only its slashes
 * are merged [RT2].
 *
 * @param pathname as in `location.pathname`
 * @param search the query with its question mark, or ''; it is kept
 * @returns a path of this origin with its query
 */
export function normalizePath(pathname: string, search = ''): string | null {
  const segments = pathname.split(/[/\\]+/).filter(Boolean);
  const [first = ''] = segments;
  const isPagePath = !RESERVED_SEGMENTS.has(first) && !FILES.has(first);
  if (!isPagePath) return pathname.startsWith('//') ? `/${segments.join('/')}${search}` : null;

  const needsChange = /[._\\]|\/\//.test(pathname);
  const parts = needsChange
    ? segments.flatMap((segment) => segment.replaceAll('_', '-').split('.')).filter(Boolean)
    : segments;
  const isIndex = parts.length === 2 && parts[1] === INDEX_SLUG;
  if (!needsChange && !isIndex) return null;
  return `/${(isIndex ? parts.slice(0, 1) : parts).join('/')}${search}`;
}
