import { parseUrl } from '@cobble/engine';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** A script of ours that a page may run, and where it may reach. */
export interface AllowedScript {
  /** The script element's text, byte for byte. */
  readonly text: string;
  /** Origins that it may load scripts from. */
  readonly script?: string;
  /** Origins that it may send to. */
  readonly connect?: string;
  /** Origins that it may tell by the address of an image. */
  readonly image?: string;
}

/** Where addresses of files lead nowhere else. Of other sites nobody knows: they may lead everywhere. */
const STEADY = /^ https:\/\/media\d?\.giphy\.com$/;

/**
 * The policy that a page lives with: nothing runs and nothing is sent but by a script of ours where
 * the page has one (by its hash), styles are those of its one
 * style element (by its hash), fonts are the product's, and images and what is played are loaded
 * from other sites only where the page has such.
 *
 * @param css the style element's text, byte for byte
 * @param bases addresses that assets and fonts lie under; those of other origins are let in
 * @param page what is on the page: addresses of its images and of what it plays, sources of its
 *   frames, what runs on it
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
  const run = scripts.flatMap(({ text, script }) => [hash(text), ...(script ? [script] : [])]);
  const reached = scripts.flatMap(({ connect }) => connect ?? []);
  const told = scripts.flatMap(({ image }) => (image ? [` ${image}`] : []));
  const played = [...media];
  return [
    "default-src 'none'",
    `img-src 'self' data:${sourcesOf(bases.asset, images)}${told.join('')}`,
    `font-src 'self'${originOf(bases.font)}`,
    ...(played.length > 0 ? [`media-src 'self'${sourcesOf(bases.asset, played)}`] : []),
    ...(run.length > 0 ? [`script-src ${run.join(' ')}`] : []),
    ...(reached.length > 0 ? [`connect-src ${reached.join(' ')}`] : []),
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    `style-src ${hash(css)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** SHA-256 of a text's UTF-8 on any platform, base64. */
export function portableDigest(text: string): string {
  return btoa(String.fromCharCode(...sha256(utf8ToBytes(text))));
}

function sourcesOf(base: string, addresses: Iterable<string>): string {
  const own = originOf(base);
  const others = new Set([...addresses].map(originOf).filter((each) => each && each !== own));
  const isSteady = [...others].every((each) => STEADY.test(each));
  return own + (isSteady ? [...others].sort().join('') : ' https:');
}

function originOf(base: string): string {
  const url = /^https?:/i.test(base) ? parseUrl(base) : null;
  return url === null ? '' : ` ${url.origin}`;
}
