import { checkPageSlug, INDEX_SLUG } from '@cobble/engine';

/**
 * Where a page's host has the picture that previews of the page's links show. Known before the
 * picture is there; the number, which nobody reads here, has other sites fetch a newer one.
 */
export function sharePathOf({
  slug,
  revision,
}: {
  readonly slug: string;
  readonly revision: number;
}): string {
  const name = slug.toLowerCase() === INDEX_SLUG ? INDEX_SLUG : slug;
  return `/assets/share/${name}.jpg?v=${String(revision)}`;
}

/** The slug of the page that a path asks a picture of; null for every other path. */
export function readSharePath(path: string): string | null {
  const slug = /^\/assets\/share\/([^.]{1,200})\.jpg$/.exec(path)?.[1];
  return slug !== undefined && checkPageSlug(slug) === null ? slug : null;
}
