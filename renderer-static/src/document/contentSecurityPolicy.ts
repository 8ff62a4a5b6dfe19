import { parseUrl } from '@cobble/engine';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** A trusted script and the origins that it may contact. */
export interface AllowedScript {
  /** Exact text of the script element. */
  readonly text: string;
  /** Origins that it loads scripts from. */
  readonly script?: string;
  /** Origins that it sends requests to. */
  readonly connect?: string;
  /** Origins that it loads tracking pixels from. */
  readonly image?: string;
}

/** Hosts whose URLs never redirect elsewhere. Other sites may redirect anywhere. */
const NON_REDIRECTING = /^ https:\/\/media\d?\.giphy\.com$/;

/**
 * Builds the page's Content-Security-Policy. Only the page's own scripts (by hash) and scripts from
 * the origins that they name run, and they send requests only to the origins that they name. Only
 * the one style element (by hash) applies, fonts come from the product, and images and media from
 * other sites are allowed only if the page has some.
 *
 * @param css exact text of the style element
 * @param bases prefixes of assets and fonts; their origins are allowed
 * @param page what the page contains: URLs of images and media, sources of frames, scripts
 */
export function contentSecurityPolicy(
  css: string,
  bases: { readonly asset: string; readonly font: string },
  {
    images = [],
    media = [],
    frames = [],
    scripts = [],
    digest = portableDigest,
  }: {
    readonly images?: Iterable<string>;
    readonly media?: Iterable<string>;
    readonly frames?: readonly string[];
    readonly scripts?: readonly AllowedScript[];
    readonly digest?: ((text: string) => string) | undefined;
  } = {},
): string {
  const hash = (text: string): string => `'sha256-${digest(text)}'`;
  const scriptSources = scripts.flatMap(({ text, script }) => [
    hash(text),
    ...(script ? [script] : []),
  ]);
  const connectSources = scripts.flatMap(({ connect }) => connect ?? []);
  const pixelSources = scripts.flatMap(({ image }) => (image ? [` ${image}`] : []));
  const mediaUrls = [...media];
  return [
    "default-src 'none'",
    `img-src 'self' data:${sourcesOf(bases.asset, images)}${pixelSources.join('')}`,
    `font-src 'self'${originOf(bases.font)}`,
    ...(mediaUrls.length > 0 ? [`media-src 'self'${sourcesOf(bases.asset, mediaUrls)}`] : []),
    ...(scriptSources.length > 0 ? [`script-src ${scriptSources.join(' ')}`] : []),
    ...(connectSources.length > 0 ? [`connect-src ${connectSources.join(' ')}`] : []),
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    `style-src ${hash(css)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** Portable SHA-256 of a string's UTF-8 bytes, base64. */
export function portableDigest(text: string): string {
  return btoa(String.fromCharCode(...sha256(utf8ToBytes(text))));
}

function sourcesOf(base: string, addresses: Iterable<string>): string {
  const own = originOf(base);
  const others = new Set([...addresses].map(originOf).filter((each) => each && each !== own));
  const neverRedirects = [...others].every((each) => NON_REDIRECTING.test(each));
  return own + (neverRedirects ? [...others].sort().join('') : ' https:');
}

function originOf(base: string): string {
  const url = /^https?:/i.test(base) ? parseUrl(base) : null;
  return url === null ? '' : ` ${url.origin}`;
}
