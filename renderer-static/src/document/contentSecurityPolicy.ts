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
}

/**
 * The policy that a page lives with: nothing runs and nothing is sent but by a script of ours where
 * the page has one (by its hash), styles are those of its one
 * style element (by its hash), fonts are the product's.
 *
 * @param css the style element's text, byte for byte
 * @param bases addresses that assets and fonts lie under; those of other origins are let in
 * @param page what is on the page: something to play, sources of its frames, what runs on it
 */
export function contentSecurityPolicy(
  css: string,
  bases: { readonly asset: string; readonly font: string },
  {
    hasMedia = false,
    frames = [],
    scripts = [],
  }: {
    readonly hasMedia?: boolean;
    readonly frames?: readonly string[];
    readonly scripts?: readonly AllowedScript[];
  } = {},
): string {
  const run = scripts.flatMap(({ text, script }) => [hashOf(text), ...(script ? [script] : [])]);
  const reached = scripts.flatMap(({ connect }) => connect ?? []);
  return [
    "default-src 'none'",
    `img-src 'self' https: data:${originOf(bases.asset)}`,
    `font-src 'self'${originOf(bases.font)}`,
    ...(hasMedia ? [`media-src 'self' https:${originOf(bases.asset)}`] : []),
    ...(run.length > 0 ? [`script-src ${run.join(' ')}`] : []),
    ...(reached.length > 0 ? [`connect-src ${reached.join(' ')}`] : []),
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    `style-src ${hashOf(css)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
  ].join('; ');
}

function hashOf(text: string): string {
  return `'sha256-${btoa(String.fromCharCode(...sha256(utf8ToBytes(text))))}'`;
}

function originOf(base: string): string {
  const url = /^https?:/i.test(base) ? parseUrl(base) : null;
  return url === null ? '' : ` ${url.origin}`;
}
