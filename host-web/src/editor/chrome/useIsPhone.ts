import { GEOMETRY } from '@cobble/engine';
import { useSyncExternalStore } from 'react';

const query = `(max-width: ${String(GEOMETRY.phoneMaxWidthPx)}px)`;

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', onChange);
  return () => {
    media.removeEventListener('change', onChange);
  };
}

/** Whether the viewport is a phone's (decisions.md "Geometry"). */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
