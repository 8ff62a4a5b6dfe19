import { bundledFontFiles, fontFilesAmong, type FontLookup } from '@cobble/engine';
import { useMemo } from 'react';
import { useStores } from '../../stores/useStores.ts';

/** Which font files there are, as far as the server has told; for observers. */
export function useFontLookup(): FontLookup {
  const { families } = useStores().fonts;
  return useMemo(
    () => (families === null ? bundledFontFiles : fontFilesAmong((name) => families.has(name))),
    [families],
  );
}
