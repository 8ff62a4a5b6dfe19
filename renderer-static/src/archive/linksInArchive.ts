import { INDEX_SLUG, parseUrl, slugOfPath } from '@cobble/engine';
import { ARCHIVE, assetFile, pageFile, pathToRoot } from './archiveNames.ts';

/** Targets of links in an archive's pages. */
export interface LinkTargets {
  /** Slugs of the exported pages, by lower-case slug. */
  readonly slugs: ReadonlyMap<string, string>;
  /** Origins of the site. */
  readonly origins: readonly string[];
  readonly hasFeed: boolean;
  /** Called for a link to one of the product's assets; returns whether it is exported. */
  readonly useAsset: (path: string) => boolean;
  /** Called for a link to a page or file of the site that is not exported. */
  readonly onDeadLink: (href: string) => void;
  /** Called when a link with one of the origins is rewritten. */
  readonly onOrigin: (origin: string) => void;
}

/**
 * Returns a function that rewrites a page's links: those to pages and files of the site point to
 * the exported files, others stay as they are.
 *
 * @param file path of the page's file, to which links are relative
 */
export function createLinkRewriter(file: string, targets: LinkTargets): (href: string) => string {
  const up = pathToRoot(file);
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

/** The site's origin that a URL starts with, as written in the URL. */
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
  const exportedSlug = targets.slugs.get(slug.toLowerCase());
  if (exportedSlug === undefined) return null;
  return slug === INDEX_SLUG ? ARCHIVE.index : pageFile(exportedSlug);
}
