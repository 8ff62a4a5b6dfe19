import { INDEX_SLUG, parseUrl } from '@cobble/engine';
import { memoize } from '@cobble/engine/memoize';
import { isLocalHost } from '../configuration/index.ts';

/** Bounds the Host headers that are memoized, since clients choose them. */
const HOST_LIMITS = { maxEntries: 10_000, maxKeyLength: 300 };
const NO_HOST = { kind: 'unknown', name: null } as const;

/** Which of the server's hosts a request is for. */
export type Host =
  | { readonly kind: 'app' }
  | { readonly kind: 'page'; readonly siteSlug: string }
  /** The host of code embeds. */
  | { readonly kind: 'embeds' }
  /** Another name of this machine, such as 127.0.0.1. */
  | { readonly kind: 'loopback' }
  /** A name that may be a custom domain; null when the header cannot be one. */
  | { readonly kind: 'unknown'; readonly name: string | null };

/** The server's own addresses, and which host a Host header names. */
export interface Addresses {
  /** The app's origin, e.g. `https://cobble.town`. */
  readonly appOrigin: string;
  /** Whether the app is served over TLS. */
  readonly isSecure: boolean;
  /** The host that sites are subdomains of, with its port. */
  readonly pagesHost: string;
  /** `pagesHost` without a port. Custom domains must resolve to it. */
  readonly pagesHostName: string;
  /** The origin of code embeds. */
  readonly embedsOrigin: string;
  hostOf(header: string | undefined): Host;
  /** Whether a host name (without port) is one of the product's own or a subdomain of one. */
  isOwnHost(name: string): boolean;
  /** The URL of a page. */
  urlOf(address: PageAddress): string;
  /** The URL of a page below the pages host. */
  pageUrl(siteSlug: string, pageSlug: string): string;
  /** Whether a request with these Origin and Host headers comes from the app itself. */
  isOwnOrigin(origin: string, host: string | undefined): boolean;
}

/**
 * Creates the addresses of a server.
 *
 * @param appUrl URL of the app.
 * @param pagesHost host that sites are subdomains of, with its port unless it is the scheme's
 *   default: `localhost:3000`.
 * @param embedsHost host of code embeds; default: `embeds.` below the pages host.
 */
export function createAddresses(
  appUrl: string,
  pagesHost: string,
  embedsHost = `embeds.${pagesHost}`,
): Addresses {
  const app = new URL(appUrl);
  const pages = new URL(`${app.protocol}//${pagesHost}`);
  const embeds = new URL(`${app.protocol}//${embedsHost}`);
  const urlOf = ({ site, slug }: PageAddress): string => {
    const path = slug.toLowerCase() === INDEX_SLUG ? '' : slug;
    const host = 'domain' in site ? site.domain : `${site.slug}.${pages.host}`;
    return `${app.protocol}//${host}/${path}`;
  };
  // Memoized by header; never invalidated, since the server's addresses do not change.
  const readHost = memoize((header: string): Host => {
    // Ports are not compared: a proxy or port forwarding may use another one.
    const name = hostname(header);
    if (name === null) return NO_HOST;
    if (name === app.hostname) return { kind: 'app' };
    if (name === embeds.hostname) return { kind: 'embeds' };
    if (name.endsWith(`.${pages.hostname}`))
      return { kind: 'page', siteSlug: name.slice(0, -pages.hostname.length - 1) };
    if (isLocalHost(name)) return { kind: 'loopback' };
    const isDomain = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(name);
    return { kind: 'unknown', name: isDomain ? name : null };
  }, HOST_LIMITS);
  return {
    appOrigin: app.origin,
    isSecure: app.protocol === 'https:',
    pagesHost: pages.host,
    pagesHostName: pages.hostname,
    embedsOrigin: embeds.origin,
    hostOf: (header) => (header === undefined ? NO_HOST : readHost(header)),
    isOwnHost: (name) =>
      [app.hostname, pages.hostname, embeds.hostname].some(
        (own) => name === own || name.endsWith(`.${own}`),
      ),
    urlOf,
    pageUrl: (siteSlug, pageSlug) => urlOf({ site: { slug: siteSlug }, slug: pageSlug }),
    isOwnOrigin(origin, host) {
      if (origin === app.origin) return true;
      const parsed = parseUrl(origin);
      return (
        host !== undefined &&
        parsed?.protocol === app.protocol &&
        parsed.host === host.toLowerCase()
      );
    },
  };
}

function hostname(header: string): string | null {
  if (!/^[\w.:[\]-]{1,300}$/.test(header)) return null;
  return parseUrl(`http://${header}`)?.hostname.replace(/\.$/, '') ?? null;
}

/** How a request names a site: by its slug below the pages host, or by a custom domain. */
export type SiteKey = { readonly slug: string } | { readonly domain: string };

/** Where a page is published. Slugs and domains are compared in lower case. */
export interface PageAddress {
  readonly site: SiteKey;
  readonly slug: string;
}

/** An address as a map key, unique per address. */
export function addressKeyOf({ site, slug }: PageAddress): string {
  return `${siteKeyText(site)}/${slug.toLowerCase()}`;
}

/** A site's name as a map key. */
export function siteKeyText(site: SiteKey): string {
  return 'slug' in site ? `slug:${site.slug.toLowerCase()}` : `domain:${site.domain.toLowerCase()}`;
}
