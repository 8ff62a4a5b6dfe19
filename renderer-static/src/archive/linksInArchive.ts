import { INDEX_SLUG, parseUrl, slugOfPath } from '@cobble/engine';
import { ARCHIVE, assetFile, pageFile, wayUp } from './archiveNames.ts';

/** What links of an archive's pages may lead to. */
export interface LinkTargets {
  /** Slugs, in lower case, of the pages that are there as HTML, and how they are written. */
  readonly slugs: ReadonlyMap<string, string>;
  /** Origins of the site. */
  readonly origins: readonly string[];
  readonly hasFeed: boolean;
  /** A link to one of our assets; gives whether it is there. */
  readonly useAsset: (path: string) => boolean;
  /** A link to a page of the site that is not there. */
  readonly onDeadLink: (href: string) => void;
  /** One of the origins was needed. */
  readonly onOrigin: (origin: string) => void;
}

/**
 * Makes the function that rewrites the links of a page: those to pages and files of the site lead to
 * the files beside it, all others stay as they are.
 *
 * @param file the page's own, to which links are relative
 */
export function makeLinkTo(file: string, targets: LinkTargets): (href: string) => string {
  const up = wayUp(file);
  return (href) => {
    if (href.startsWith('#')) return href;
    const origin = originOf(href, targets.origins);
    if (!href.startsWith('/') && origin === null) return href;
    const own = origin === null ? href : href.slice(origin.length);
    const [path, tail] = splitPath(own);
    const target = targetOf(path, targets);
    if (target === null) {
      targets.onDeadLink(href);
      return href;
    }
    if (origin !== null) targets.onOrigin(origin);
    return up + target + tail;
  };
}

/** The origin among the site's own that an address begins with, as it is written there. */
function originOf(href: string, origins: readonly string[]): string | null {
  const origin = /^https?:\/\/[^/?#]*/i.exec(href)?.[0];
  if (origin === undefined) return null;
  return origins.includes(parseUrl(origin)?.origin ?? '') ? origin : null;
}

function splitPath(href: string): readonly [path: string, tail: string] {
  const end = href.search(/[?#]/);
  return end === -1 ? [href, ''] : [href.slice(0, end), href.slice(end)];
}

function targetOf(path: string, targets: LinkTargets): string | null {
  const asset = assetFile(path);
  if (asset !== null) return targets.useAsset(path) ? asset : null;
  if (path === `/${ARCHIVE.feed}`) return targets.hasFeed ? ARCHIVE.feed : null;
  const slug = slugOfPath(path) ?? '';
  const written = targets.slugs.get(slug.toLowerCase());
  if (written === undefined) return null;
  return slug === INDEX_SLUG ? ARCHIVE.index : pageFile(written);
}
