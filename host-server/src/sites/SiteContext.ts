import { createHash } from 'node:crypto';
import { allowsFeature, INDEX_SLUG } from '@cobble/engine';
import type { RenderedSite } from '@cobble/renderer-static';
import type { Addresses } from '../http/addresses.ts';
import { isPainterInstalled } from '../shared/isPainterInstalled.ts';
import type { Role, SiteRendering, SiteSettings } from '../contract/index.ts';

/** Everything about a site that rendering and serving its pages depends on. */
export interface SiteContext {
  readonly siteId: number;
  readonly siteSlug: string;
  readonly accountId: number;
  readonly username: string;
  readonly isPublic: boolean;
  /** The owner's roles, with those of paid subscriptions. */
  readonly roles: readonly Role[];
  readonly settings: SiteSettings;
  /** The canonical domain, whether or not the plan includes it. */
  readonly domain: string | null;
  readonly hasPosts: boolean;
}

/** Increase when the same page would render differently: stored pages are then rendered again. */
const RENDERING = 6;

/** The settings of a site that its plan currently allows [PL3]. */
export interface EffectiveSite {
  readonly domain: string | null;
  readonly showsAttribution: boolean;
  readonly runsCode: boolean;
  readonly hasPremiumFonts: boolean;
  readonly rendered: RenderedSite;
}

/** Applies the owner's current plan to a site. */
export function effectiveSite(site: SiteContext): EffectiveSite {
  const { settings } = site;
  const allows = (feature: Parameters<typeof allowsFeature>[1]): boolean =>
    allowsFeature(site, feature);
  const icon = allows('favicon') ? settings.faviconImageURL : null;
  const share = allows('shareImage') ? settings.shareImageURL : null;
  const analytics = allows('analyticsId') ? settings.googleAnalytics4ID : null;
  const metaTags = allows('metaTags') ? (settings.metaTags ?? []) : [];
  return {
    domain: allows('customDomain') ? site.domain : null,
    showsAttribution: !(settings.hideAttribution === true && allows('hideAttribution')),
    runsCode: allows('codeEmbeds'),
    hasPremiumFonts: allows('premiumFonts'),
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

/** The canonical URL of a page: on the custom domain when the plan allows it. */
export function canonicalUrl(
  addresses: Pick<Addresses, 'appOrigin' | 'urlOf'>,
  site: SiteContext,
  pageSlug: string,
): string {
  const { domain } = effectiveSite(site);
  const key = domain === null ? { slug: site.siteSlug } : { domain };
  return addresses.urlOf({ site: key, slug: pageSlug });
}

/**
 * The site's metadata for pages that this server serves: unlike exported files, they can use the
 * product's icon.
 */
export function servedSite(site: SiteContext): RenderedSite {
  const { rendered } = effectiveSite(site);
  return rendered.iconUrl === undefined ? { ...rendered, hasDefaultIcon: true } : rendered;
}

/** What a site contributes to the rendering of publications and previews. */
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
 * A hash of the context that a publication was rendered in: site, plan, addresses of the server,
 * version of the rendering, and whether preview images can be painted. When it differs from the
 * stored one, the page is rendered again before it is served.
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
