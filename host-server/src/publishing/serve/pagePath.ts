import { checkPageSlug, INDEX_SLUG, slugOfPath } from '@cobble/engine';
import { memoize } from '@cobble/engine/memoize';

/** The meaning of a path on a site. */
export type PagePath =
  | { readonly kind: 'page'; readonly slug: string }
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'none' };

/** Bounds the paths that are memoized, since visitors choose them. */
const PATH_LIMITS = { maxEntries: 10_000, maxKeyLength: 300 };

const FOR_PROGRAMS =
  /^\/(?:(?:api|assets|fonts|\.well-known)\/|(?:robots\.txt|sitemap\.xml|feed\.xml|favicon\.ico|favicon\.svg|apple-touch-icon\.png)$)/;

/** The path of a request's URL, without the query. */
export function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? url : url.slice(0, mark);
}

/** Whether a path is reserved for files and programs, so that no page is served at it. */
export function isReservedPath(path: string): boolean {
  return FOR_PROGRAMS.test(path);
}

/**
 * Reads the path of a published page with the engine's `slugOfPath`. A path that is not
 * written exactly as the page's address redirects there and keeps its query. The Location starts
 * with exactly one slash, so it cannot lead to another site.
 *
 * @param url path and query of the request.
 */
export function readPagePath(url: string): PagePath {
  const path = pathOf(url);
  const slug = slugOfPath(path);
  if (slug === null) return { kind: 'none' };
  const written = slug === INDEX_SLUG ? '/' : `/${slug}`;
  if (path === written) return { kind: 'page', slug };
  return { kind: 'redirect', location: written + url.slice(path.length) };
}

/** The slug of the page whose share image is at a path (`shareImageOf`); null for other paths. */
export function readSharePath(path: string): string | null {
  const slug = /^\/assets\/share\/([^.]{1,200})\.jpg$/.exec(path)?.[1];
  return slug !== undefined && checkPageSlug(slug) === null ? slug : null;
}

/** The slug when the path is written exactly as the page's address; else null. */
export function exactSlug(url: string): string | null {
  return readSlug(pathOf(url));
}

/** Memoized by path; never invalidated. */
const readSlug = memoize((path: string): string | null => {
  if (isReservedPath(path)) return null;
  const target = readPagePath(path);
  return target.kind === 'page' ? target.slug : null;
}, PATH_LIMITS);
