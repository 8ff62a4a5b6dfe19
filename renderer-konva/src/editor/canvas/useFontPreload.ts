import type { FontLookup } from '@cobble/engine/fonts';
import { useEffect, useRef } from 'react';
import { fontPreloads } from './fontPreloads.ts';

/** When fonts are fetched, ms after a page is opened. */
const BASE_MS = 1000;
const ALL_MS = 5000;

/**
 * Fetches fonts in advance, so that the first text in one appears at once: the base families after
 * 1 s, all others that the host has after 5 s. Fetches them one after the other with low priority,
 * and not at all if the user asked the browser to save data.
 */
export function useFontPreload(lookUp: FontLookup, baseUrl: string): void {
  const latest = useRef(lookUp);
  useEffect(() => {
    latest.current = lookUp;
  });
  useEffect(() => {
    if (savesData()) return undefined;
    const stop = new AbortController();
    const fetched = new Set<string>();
    const preload = async (which: 'base' | 'all') => {
      for (const url of fontPreloads(which, latest.current, baseUrl)) {
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
  }, [baseUrl]);
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & {
    readonly connection?: { readonly saveData?: boolean };
  };
  return connection?.saveData === true;
}
