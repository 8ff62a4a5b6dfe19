import { checkPageSlug } from '@cobble/engine';

/** The slug of the page whose `shareImageOf` a path asks for; null for every other path. */
export function readSharePath(path: string): string | null {
  const slug = /^\/assets\/share\/([^.]{1,200})\.jpg$/.exec(path)?.[1];
  return slug !== undefined && checkPageSlug(slug) === null ? slug : null;
}
