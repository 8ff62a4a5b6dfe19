import type { Addresses } from '../../http/addresses.ts';
import type { FileServer } from '../../http/sendBytes.ts';
import { SMALL_PAGE_CSP } from '../../http/SmallPage.tsx';

/** The policy of responses without a document. */
const EMPTY_CSP =
  "default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'none'";

/** Headers of responses on page hosts [SV2]. */
export interface PageHeaders {
  /** For every response. */
  readonly common: Readonly<Record<string, string>>;
  /** For responses that are not a document: redirects, refusals, files for programs. */
  readonly bare: Readonly<Record<string, string>>;
  /** For the server's own small pages. */
  readonly small: Readonly<Record<string, string>>;
}

/** Creates the headers of a server. */
export function pageHeaders(addresses: Pick<Addresses, 'isSecure'>): PageHeaders {
  const common = {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    ...(addresses.isSecure ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
  return {
    common,
    bare: { ...common, 'Content-Security-Policy': EMPTY_CSP },
    small: { ...common, 'Content-Security-Policy': SMALL_PAGE_CSP, 'Cache-Control': 'no-store' },
  };
}

/** Adds headers to a file server's responses. */
export function filesWithHeaders(
  files: FileServer,
  headers: Readonly<Record<string, string>>,
): FileServer {
  return (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (files(request, response)) return true;
    for (const name of Object.keys(headers)) response.removeHeader(name);
    return false;
  };
}

/** Tags of responses that a CDN caches: a page in every encoding, a site's files, all of a site. */
export const pageTag = (pageId: number): string => `page-${String(pageId)}`;
export const filesTag = (siteId: number): string => `files-${String(siteId)}`;
export const siteTag = (siteId: number): string => `site-${String(siteId)}`;

/** The headers that list tags, in the two spellings that CDNs use. */
export function tagHeaders(tags: readonly string[]): Record<string, string> {
  return { 'Surrogate-Key': tags.join(' '), 'Cache-Tag': tags.join(',') };
}

const CDN_MAX_AGE_SECONDS = 86_400;
const CDN_REVALIDATION_SECONDS = 60;

/**
 * How long a CDN that missed a purge sends a page while this server responds, ms. When it does not
 * respond (`stale-if-error`), the page's images come from the CDN's cache as well.
 */
export const CDN_STALE_MS = (CDN_MAX_AGE_SECONDS + CDN_REVALIDATION_SECONDS) * 1000;

/**
 * Cache headers of public responses. Browsers always revalidate. A CDN that can be purged caches
 * for a day, and serves stale responses while it revalidates, and for a week while this server is
 * down. Without such a CDN, shared caches revalidate too (docs/decisions/0094).
 */
export function publicCacheHeaders(hasCdn: boolean): Record<string, string> {
  if (!hasCdn) return { 'Cache-Control': 'public, max-age=0, must-revalidate' };
  const maxAge = String(CDN_MAX_AGE_SECONDS);
  const stale = `stale-while-revalidate=${String(CDN_REVALIDATION_SECONDS)}, stale-if-error=604800`;
  return {
    'Cache-Control': `public, max-age=0, s-maxage=${maxAge}, stale-if-error=604800`,
    'CDN-Cache-Control': `public, max-age=${maxAge}, ${stale}`,
    'Surrogate-Control': `max-age=${maxAge}, ${stale}`,
  };
}
