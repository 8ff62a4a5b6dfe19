import type { FontLookup } from '@cobble/engine/fonts';
import { useEffect, useRef } from 'react';
import { startFontPreload } from './fontPreloads.ts';

/**
 * Fetches fonts in advance, so that the first text in one appears at once: the base families after
 * 1 s, all others that the host has after 5 s. Does nothing if the user asked the browser to save
 * data.
 */
export function useFontPreload(lookUp: FontLookup, baseUrl: string): void {
  const latest = useRef(lookUp);
  useEffect(() => {
    latest.current = lookUp;
  });
  useEffect(
    () => (savesData() ? undefined : startFontPreload(() => latest.current, baseUrl)),
    [baseUrl],
  );
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & {
    readonly connection?: { readonly saveData?: boolean };
  };
  return connection?.saveData === true;
}
