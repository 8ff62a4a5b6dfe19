import { memoize } from '@cobble/engine/memoize';

/** The encodings that publications are stored in. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** Browsers send a handful of different headers; other clients may send anything. */
const HEADER_LIMITS = { maxEntries: 100, maxKeyLength: 300 };

/**
 * Longer headers are ignored, because parsing 14 KB takes up to a millisecond, and a turn of the
 * event loop begins to handle a hundred requests.
 */
const MAX_HEADER_LENGTH = 1000;

/**
 * The encoding to send: the one of Brotli and gzip that an Accept-Encoding header prefers, Brotli
 * if it prefers neither; `identity` if it allows neither.
 */
export function chooseEncoding(header: string | undefined): Encoding {
  if (header === undefined || header === '' || header.length > MAX_HEADER_LENGTH) return 'identity';
  return parseAcceptEncoding(header);
}

/** Memoized by header; never invalidated. */
const parseAcceptEncoding = memoize((header: string): Encoding => {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
    const weight = parameters.find((each) => each.startsWith('q='));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0;
  const [br, gzip] = [weightOf('br'), weightOf('gzip')];
  if (br > 0 && br >= gzip) return 'br';
  return gzip > 0 ? 'gzip' : 'identity';
}, HEADER_LIMITS);

/**
 * Whether an If-None-Match header names one of the tags or is `*`. Weak tags match too (RFC 9110).
 */
export function matchesEtag(header: string | undefined, etags: readonly string[]): boolean {
  if (header === undefined || header.length > MAX_HEADER_LENGTH) return false;
  if (header.trim() === '*') return true;
  return header
    .split(',')
    .map((each) => each.trim().replace(/^W\//, ''))
    .some((each) => etags.includes(each));
}
