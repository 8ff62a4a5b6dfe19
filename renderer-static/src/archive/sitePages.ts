import { INDEX_SLUG } from '@cobble/engine';
import { pageFile } from './archiveNames.ts';
import { compact } from '../page/readFields.ts';
import type { RenderedSite } from '../RenderOptions.ts';
import type { Site, SitePage } from './Site.ts';

/** Whether visitors can see a page without a password. */
export function isShown({
  page,
  isPublished,
}: {
  readonly page: Pick<SitePage['page'], 'isPublic' | 'isRestricted' | 'isDisabled'>;
  readonly isPublished: boolean;
}): boolean {
  return isPublished && page.isPublic && page.isRestricted !== true && !page.isDisabled;
}

/**
 * The site's details for rendering: a feed only if there is one, and no default icon, since the
 * product's server provides that.
 */
export function renderedSiteOf({
  rendering,
  feed,
}: Pick<Site, 'rendering' | 'feed'>): RenderedSite {
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

/** Public URL of a page on the site's new host. */
export function pageAddress(url: string, slug: string): string {
  return slug.toLowerCase() === INDEX_SLUG ? url : url + pageFile(slug);
}
