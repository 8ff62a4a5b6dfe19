import type { FontLookup } from '@cobble/engine/fonts';
import { useEffect, useRef } from 'react';
import { fontPreloads } from './fontPreloads.ts';

/** So long after a page was opened fonts are fetched, ms. */
const BASE_MS = 1000;
const ALL_MS = 5000;

/**
 * Fetches fonts before they are asked for, so that the first text in one needs no wait: the base
 * ones after 1 s, all that the server has after 5 s. They come one after the other, behind whatever
 * else is loading; not at all for who saves data.
 */
export function useFontPreload(lookUp: FontLookup): void {
  const latest = useRef(lookUp);
  useEffect(() => {
    latest.current = lookUp;
  });
  useEffect(() => {
    if (savesData()) return undefined;
    const stop = new AbortController();
    const fetched = new Set<string>();
    const preload = async (which: 'base' | 'all') => {
      for (const url of fontPreloads(which, latest.current)) {
        if (stop.signal.aborted || fetched.has(url)) continue;
        fetched.add(url);
        try {
          const answer = await fetch(url, { priority: 'low', signal: stop.signal });
          // Read to its end: only then does the browser keep it.
          await answer.arrayBuffer();
        } catch {
          // It will be asked for again where it is needed.
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
  }, []);
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & {
    readonly connection?: { readonly saveData?: boolean };
  };
  return connection?.saveData === true;
}
