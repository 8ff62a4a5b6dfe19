import { INDEX_SLUG, parseUrl } from '@cobble/engine';
import { isLocalHost } from '../configuration/index.ts';
import { memoize } from '../shared/LruCache.ts';

/** How many Host headers are memoize; a server of more sites reads the others anew. */
const MAX_HOSTS = 10_000;
const NO_HOST = { kind: 'unknown', name: null } as const;

/** Which of the server's hosts a request is for. */
export type Host =
  | { readonly kind: 'app' }
  | { readonly kind: 'page'; readonly siteSlug: string }
  /** The third host: authors' own code. */
  | { readonly kind: 'embeds' }
  | { readonly kind: 'loopback' }
  /** A name that may be a site's own domain, or null for what can be none. */
  | { readonly kind: 'unknown'; readonly name: string | null };

/** The server's own addresses, and whose a Host header is. */
export interface Addresses {
  /** The app's origin, e.g. `https://cobble.town`. */
  readonly appOrigin: string;
  /** Whether the app is reached over TLS. */
  readonly isSecure: boolean;
  /** `*.{pages host}` with scheme and port, for Content-Security-Policies. */
  readonly pageOrigins: string;
  /** The host below which each site has its own, port included. */
  readonly pagesHost: string;
  /** The same without a port: where domains of authors must lead. */
  readonly pagesHostName: string;
  /** Where authors' own code is served, and nothing else. */
  readonly embedsOrigin: string;
  hostOf(header: string | undefined): Host;
  /** Whether a host name without a port is the product's own or stands below one of its own. */
  isOwnHost(name: string): boolean;
  /** The address of a page under the name that is given. */
  urlOf(address: PageAddress): string;
  /** The public address of a page. */
  pageUrl(siteSlug: string, pageSlug: string): string;
  /** Whether a request with this Origin header and this Host header comes from the app itself. */
  isOwnOrigin(origin: string, host: string | undefined): boolean;
}

/**
 * @param appUrl where people open the app.
 * @param pagesHost the host below which each site has its own, with its port where it is not the
 * scheme's: `localhost:3000`.
 * @param embedsHost the third host, likewise; default `embeds.` below the pages' host.
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
  const readHost = memoize(MAX_HOSTS, (header): Host => {
    // The port is not compared: a proxy or a port-forward may have another one.
    const name = hostname(header);
    if (name === null) return NO_HOST;
    if (name === app.hostname) return { kind: 'app' };
    if (name === embeds.hostname) return { kind: 'embeds' };
    if (name.endsWith(`.${pages.hostname}`))
      return { kind: 'page', siteSlug: name.slice(0, -pages.hostname.length - 1) };
    if (isLocalHost(name)) return { kind: 'loopback' };
    const isDomain = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(name);
    return { kind: 'unknown', name: isDomain ? name : null };
  });
  return {
    appOrigin: app.origin,
    isSecure: app.protocol === 'https:',
    pageOrigins: `${app.protocol}//*.${pages.host}`,
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

/** How a visitor names a site: by its slug below the pages' host, or by a domain of its own. */
export type SiteKey = { readonly slug: string } | { readonly domain: string };

/** Where a page stands: slugs and domains are compared in lower case. */
export interface PageAddress {
  readonly site: SiteKey;
  readonly slug: string;
}

/** An address as a key of maps; no two addresses share one. */
export function addressKeyOf({ site, slug }: PageAddress): string {
  return `${siteKeyText(site)}/${slug.toLowerCase()}`;
}

/** A site's name as a key of maps. */
export function siteKeyText(site: SiteKey): string {
  return 'slug' in site ? `slug:${site.slug.toLowerCase()}` : `domain:${site.domain.toLowerCase()}`;
}
