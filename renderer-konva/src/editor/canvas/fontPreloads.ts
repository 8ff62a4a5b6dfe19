import { type FontLookup, FONTS } from '@cobble/engine/fonts';

/** When fonts are fetched, ms after a page is opened. */
const BASE_MS = 1000;
const ALL_MS = 5000;

/**
 * The addresses of the font files to preload: each family's upright regular face for Latin text,
 * which new texts and the font picker use. Base families are those included with the product.
 */
export function fontPreloads(
  which: 'base' | 'all',
  lookUp: FontLookup,
  baseUrl = '/fonts',
): readonly string[] {
  return FONTS.filter(({ bundled }) => which === 'all' || bundled).flatMap(({ name }) =>
    (lookUp(name)?.faces ?? [])
      .filter(
        ({ weight, style, subset }) => weight === 400 && style === 'normal' && subset === 'latin',
      )
      .map(({ fileName }) => `${baseUrl}/${fileName}`),
  );
}

/**
 * Fetches the base families after 1 s and all others that the host has after 5 s, one after the
 * other with low priority.
 *
 * @param lookUp returns the current lookup, as the host may learn of more fonts meanwhile
 * @returns a function that stops it
 */
export function startFontPreload(lookUp: () => FontLookup, baseUrl: string): () => void {
  const stop = new AbortController();
  const fetched = new Set<string>();
  const preload = async (which: 'base' | 'all') => {
    for (const url of fontPreloads(which, lookUp(), baseUrl)) {
      if (stop.signal.aborted || fetched.has(url)) continue;
      fetched.add(url);
      try {
        const response = await fetch(url, { priority: 'low', signal: stop.signal });
        // The browser caches a response only once it is read to its end.
        await response.arrayBuffer();
      } catch {
        // A failed preload needs no handling: the font is fetched again when it is used.
      }
    }
  };
  const timers = [
    setTimeout(() => void preload('base'), BASE_MS),
    setTimeout(() => void preload('all'), ALL_MS),
  ];
  return () => {
    timers.forEach(clearTimeout);
    stop.abort();
  };
}
