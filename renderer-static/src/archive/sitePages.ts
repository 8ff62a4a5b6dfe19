import { INDEX_SLUG } from '@cobble/engine';
import { pageFile } from './archiveNames.ts';
import type { Site, SitePage } from './Site.ts';

/** Whether visitors get a page, without a password. */
export function isShown({ page, isPublished }: SitePage): boolean {
  return isPublished && page.isPublic && page.isRestricted !== true && !page.isDisabled;
}

/** What the site says of itself; a feed only if there is one. */
export function siteWords({ rendering, feed }: Site): NonNullable<Site['rendering']['site']> {
  const { feedUrl, ...rest } = rendering.site ?? {};
  return feed !== null && feedUrl !== undefined ? { ...rest, feedUrl } : rest;
}

/** The public address of a page on the site's new host. */
export function pageAddress(url: string, slug: string): string {
  return slug.toLowerCase() === INDEX_SLUG ? url : url + pageFile(slug);
}
