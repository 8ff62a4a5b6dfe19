import { checkPageSlug, INDEX_SLUG } from '@cobble/engine';

/** Where a path of a site leads. */
export type PagePath =
  | { readonly kind: 'page'; readonly slug: string }
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'none' };

const NONE: PagePath = { kind: 'none' };

/**
 * Reads the path of a published page (accounts-sites-community.md section 2): the root is the index
 * page; dots become slashes, underscores hyphens, and what is not written that way is redirected
 * with its query. A location always starts with one slash and holds only a slug, so that it cannot
 * leave the site (security.md row 8).
 *
 * @param url of the request: path and query.
 */
export function readPagePath(url: string): PagePath {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? '' : url.slice(mark);
  if (path === '/') return { kind: 'page', slug: INDEX_SLUG };
  const written = decode(path);
  if (written === null) return NONE;
  const slug = written.replaceAll('_', '-').split(/[./]+/).filter(Boolean).join('/');
  if (slug === '' || slug.toLowerCase() === INDEX_SLUG)
    return { kind: 'redirect', location: `/${query}` };
  if (checkPageSlug(slug) !== null) return NONE;
  if (path !== `/${slug}`) return { kind: 'redirect', location: `/${slug}${query}` };
  return { kind: 'page', slug };
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
