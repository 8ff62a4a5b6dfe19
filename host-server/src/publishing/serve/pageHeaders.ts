import type { Addresses } from '../../http/addresses.ts';
import type { FileServer } from '../../http/sendBytes.ts';
import { SMALL_PAGE_CSP } from '../../http/SmallPage.tsx';

/** What answers without a document of their own are allowed: nothing. */
const NOTHING_CSP =
  "default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'none'";

/** The headers of everything on a page's host [SV2]. */
export interface PageHeaders {
  /** For every answer. */
  readonly common: Readonly<Record<string, string>>;
  /** For answers that are no document: redirects, refusals, files for programs. */
  readonly bare: Readonly<Record<string, string>>;
  /** For our own small pages. */
  readonly small: Readonly<Record<string, string>>;
}

/** Makes them once for a server. */
export function pageHeaders(addresses: Pick<Addresses, 'isSecure'>): PageHeaders {
  const common = {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    ...(addresses.isSecure ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
  return {
    common,
    bare: { ...common, 'Content-Security-Policy': NOTHING_CSP },
    small: { ...common, 'Content-Security-Policy': SMALL_PAGE_CSP, 'Cache-Control': 'no-store' },
  };
}

/** Serves files with the headers of everything; they say themselves what else holds of them. */
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

/** Tags of what a CDN keeps: of a page in every encoding, of a site's files, of all of a site. */
export const pageTag = (pageId: number): string => `page-${String(pageId)}`;
export const filesTag = (siteId: number): string => `files-${String(siteId)}`;
export const siteTag = (siteId: number): string => `site-${String(siteId)}`;

/** The headers that name tags, in the two spellings that CDNs know. */
export function tagHeaders(tags: readonly string[]): Record<string, string> {
  return { 'Surrogate-Key': tags.join(' '), 'Cache-Tag': tags.join(',') };
}

/**
 * How long what is public may be kept. Browsers always ask whether it has changed. A CDN that is
 * told what to forget may keep it for a day, serve it while it asks, and for a week while we are
 * down; a cache that nobody can tell has to ask as well (docs/decisions/0094).
 */
export function publicCacheHeaders(hasCdn: boolean): Record<string, string> {
  if (!hasCdn) return { 'Cache-Control': 'public, max-age=0, must-revalidate' };
  return {
    'Cache-Control': 'public, max-age=0, s-maxage=86400, stale-if-error=604800',
    'CDN-Cache-Control': 'public, max-age=86400, stale-while-revalidate=60, stale-if-error=604800',
    'Surrogate-Control': 'max-age=86400, stale-while-revalidate=60, stale-if-error=604800',
  };
}
