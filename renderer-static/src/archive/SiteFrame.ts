import { CobbleError, parseUrl } from '@cobble/engine';
import type { Site, SitePage } from './Site.ts';
import { isShown } from './sitePages.ts';

/** A page of a {@link SiteFrame}. */
export interface FramedPage {
  readonly slug: string;
  /** ISO 8601. */
  readonly updatedAt: string;
  readonly isPublished: boolean;
  /** Whether the page is exported as HTML. */
  readonly isShown: boolean;
}

/**
 * A site without the contents of its pages: enough to export its pages one at a time, wherever they
 * are stored, with `exportPage` and `exportSiteFiles`.
 */
export interface SiteFrame extends Omit<Site, 'pages' | 'url'> {
  /** The exported pages; slugs are unique ignoring case. */
  readonly pages: readonly FramedPage[];
  /** A result of {@link siteRootOf}, or null if unknown. */
  readonly url: string | null;
}

/**
 * The frame of a site.
 *
 * @param pages the pages to export
 * @throws CobbleError `site_invalid_url`
 */
export function frameOf(site: Site, pages: readonly SitePage[]): SiteFrame {
  return {
    ...site,
    url: site.url === null ? null : siteRootOf(site.url),
    pages: pages.map((each) => {
      const { slug, updatedAt } = each.page;
      return { slug, updatedAt, isPublished: each.isPublished, isShown: isShown(each) };
    }),
  };
}

/**
 * Parses a site's future address and normalises it to a folder that ends with a slash.
 *
 * @throws CobbleError `site_invalid_url` if it is not an http(s) URL
 */
export function siteRootOf(url: string): string {
  const parsed = /^https?:\/\//i.test(url) ? parseUrl(url) : null;
  if (parsed === null || parsed.username !== '' || parsed.password !== '')
    throw new CobbleError('site_invalid_url', 'The site URL must be an http or https URL', {
      details: { path: 'url' },
    });
  return `${parsed.origin}${parsed.pathname.replace(/\/*$/, '/')}`;
}
