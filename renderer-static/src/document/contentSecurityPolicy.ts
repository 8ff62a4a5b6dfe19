import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * The policy that a page lives with: nothing runs, nothing is sent, styles are those of its one
 * style element (by its hash), fonts are the product's.
 *
 * @param css the style element's text, byte for byte
 * @param bases addresses that assets and fonts lie under; those of other origins are let in
 * @param hasMedia the page plays something
 */
export function contentSecurityPolicy(
  css: string,
  bases: { readonly asset: string; readonly font: string },
  hasMedia = false,
): string {
  const hash = btoa(String.fromCharCode(...sha256(utf8ToBytes(css))));
  return [
    "default-src 'none'",
    `img-src 'self' https: data:${originOf(bases.asset)}`,
    `font-src 'self'${originOf(bases.font)}`,
    ...(hasMedia ? [`media-src 'self' https:${originOf(bases.asset)}`] : []),
    `style-src 'sha256-${hash}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
  ].join('; ');
}

function originOf(base: string): string {
  if (!/^https?:/i.test(base) || !URL.canParse(base)) return '';
  return ` ${new URL(base).origin}`;
}
