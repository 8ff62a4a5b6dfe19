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
