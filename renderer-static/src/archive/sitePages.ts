import { INDEX_SLUG } from '@cobble/engine';
import { pageFile } from './archiveNames.ts';
import { compact } from '../page/readFields.ts';
import type { RenderedSite } from '../RenderOptions.ts';
import type { Site, SitePage } from './Site.ts';

/** Whether visitors get a page, without a password. */
export function isShown({ page, isPublished }: SitePage): boolean {
  return isPublished && page.isPublic && page.isRestricted !== true && !page.isDisabled;
}

/**
 * What the site says of itself: a feed only if there is one, and no mark of the product, which stands
 * at addresses of its server.
 */
export function siteWords({ rendering, feed }: Site): RenderedSite {
  const { name, iconUrl, shareImageUrl, analyticsId, metaTags, feedUrl } = rendering.site ?? {};
  return compact({
    name,
    iconUrl,
    shareImageUrl,
    analyticsId,
    metaTags,
    feedUrl: feed === null ? undefined : feedUrl,
  });
}

/** The public address of a page on the site's new host. */
export function pageAddress(url: string, slug: string): string {
  return slug.toLowerCase() === INDEX_SLUG ? url : url + pageFile(slug);
}
