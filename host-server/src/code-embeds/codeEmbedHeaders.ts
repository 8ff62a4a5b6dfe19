import { CODE_EMBED_SANDBOX } from '@cobble/renderer-static';
import type { Addresses } from '../app/addresses.ts';
import { siteInForce } from '../publishing/SiteContext.ts';
import type { CodeEmbedRow } from './repositories/codeEmbeds.ts';

/** Whatever it is: nothing sniffs it, indexes it or is told where it came from. */
export function commonCodeHeaders(
  addresses: Pick<Addresses, 'isSecure'>,
): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
    'Permissions-Policy':
      'camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
    // A process of its own, so that a loop without an end is nobody else's.
    'Origin-Agent-Cluster': '?1',
    ...(addresses.isSecure ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
}

/**
 * The policy of an author's code: an origin that is nobody's, even when it is opened by itself
 * [CE2], in frames of its own page alone. What it may load is the web over TLS: the sandbox and the
 * origin are what holds it.
 */
export function codeEmbedCsp(
  addresses: Pick<Addresses, 'appOrigin' | 'urlOf'>,
  { site, domains, isPreview }: CodeEmbedRow,
): string {
  const names = siteInForce(site).domain === null ? [] : domains;
  const origins = [{ slug: site.siteSlug }, ...names.map((domain) => ({ domain }))].map(
    (key) => new URL(addresses.urlOf({ site: key, slug: 'x' })).origin,
  );
  return [
    `sandbox ${CODE_EMBED_SANDBOX}`,
    'default-src https: data: blob:',
    "script-src https: data: blob: 'unsafe-inline' 'unsafe-eval'",
    "style-src https: data: 'unsafe-inline'",
    'connect-src https: wss: data: blob:',
    'form-action https:',
    "base-uri 'none'",
    "object-src 'none'",
    // The preview stands in a frame whose origin is nobody's either, which no source can name.
    ...(isPreview ? [] : [`frame-ancestors ${[...origins, addresses.appOrigin].join(' ')}`]),
  ].join('; ');
}
