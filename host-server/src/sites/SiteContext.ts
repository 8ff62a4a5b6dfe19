import { createHash } from 'node:crypto';
import { allowsFeature, INDEX_SLUG } from '@cobble/engine';
import type { RenderedSite } from '@cobble/renderer-static';
import type { Addresses } from '../http/addresses.ts';
import { isPainterInstalled } from '../shared/isPainterInstalled.ts';
import type { Role, SiteRendering, SiteSettings } from '../contract/index.ts';

/** All that a site's pages are rendered and served by, besides the pages themselves. */
export interface SiteContext {
  readonly siteId: number;
  readonly siteSlug: string;
  readonly accountId: number;
  readonly username: string;
  readonly isPublic: boolean;
  /** The owner's, what they pay for included. */
  readonly roles: readonly Role[];
  readonly settings: SiteSettings;
  /** The domain that was proven and made the site's home, whatever the plan says of it. */
  readonly domain: string | null;
  readonly hasPosts: boolean;
}

/** Raised when the same page would be rendered differently: stored pages are rendered again. */
const RENDERING = 6;

/** What of a site is in force: its plan decides, now and not when it was set [PL3]. */
export interface EffectiveSite {
  readonly domain: string | null;
  readonly showsAttribution: boolean;
  readonly runsCode: boolean;
  readonly hasPremiumFonts: boolean;
  readonly rendered: RenderedSite;
}

/** What a site's plan leaves of it. */
export function effectiveSite(site: SiteContext): EffectiveSite {
  const { settings } = site;
  const may = (feature: Parameters<typeof allowsFeature>[1]): boolean =>
    allowsFeature(site, feature);
  const icon = may('favicon') ? settings.faviconImageURL : null;
  const share = may('shareImage') ? settings.shareImageURL : null;
  const analytics = may('analyticsId') ? settings.googleAnalytics4ID : null;
  const metaTags = may('metaTags') ? (settings.metaTags ?? []) : [];
  return {
    domain: may('customDomain') ? site.domain : null,
    showsAttribution: !(settings.hideAttribution === true && may('hideAttribution')),
    runsCode: may('codeEmbeds'),
    hasPremiumFonts: may('premiumFonts'),
    rendered: {
      name: site.username,
      ...(icon ? { iconUrl: icon } : {}),
      ...(share ? { shareImageUrl: share } : {}),
      ...(analytics ? { analyticsId: analytics } : {}),
      ...(metaTags.length > 0 ? { metaTags } : {}),
      ...(site.hasPosts ? { feedUrl: '/feed.xml' } : {}),
    },
  };
}

/** The public address of a page: on the site's own domain where that is in force. */
export function canonicalUrl(
  addresses: Pick<Addresses, 'appOrigin' | 'urlOf'>,
  site: SiteContext,
  pageSlug: string,
): string {
  const { domain } = effectiveSite(site);
  const key = domain === null ? { slug: site.siteSlug } : { domain };
  return addresses.urlOf({ site: key, slug: pageSlug });
}

/** What a page says of its site where we serve it, and not only its files: our mark is at hand. */
export function servedSite(site: SiteContext): RenderedSite {
  const { rendered } = effectiveSite(site);
  return rendered.iconUrl === undefined ? { ...rendered, hasDefaultIcon: true } : rendered;
}

/** What a site gives to the rendering of its pages: of publications and of previews alike. */
export function siteRendering(
  addresses: Pick<Addresses, 'appOrigin' | 'urlOf'>,
  site: SiteContext,
): SiteRendering {
  const { showsAttribution, runsCode } = effectiveSite(site);
  const { metaTags, ...rest } = servedSite(site);
  return {
    homeUrl: canonicalUrl(addresses, site, INDEX_SLUG),
    attributionUrl: showsAttribution ? addresses.appOrigin : null,
    runsCode,
    paintsPages: isPainterInstalled(),
    site: { ...rest, ...(metaTags === undefined ? {} : { metaTags: [...metaTags] }) },
  };
}

/**
 * What a publication was rendered from besides its page, as a short text. Once it differs from what
 * is stored with the publication, the page is rendered again before anybody gets it.
 */
export function contextKey(
  addresses: Pick<Addresses, 'appOrigin' | 'urlOf' | 'embedsOrigin'>,
  site: SiteContext,
): string {
  const { appOrigin, embedsOrigin } = addresses;
  const own = canonicalUrl(addresses, site, 'x');
  const parts = [RENDERING, appOrigin, embedsOrigin, own, isPainterInstalled()];
  const text = JSON.stringify([...parts, effectiveSite(site)]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
