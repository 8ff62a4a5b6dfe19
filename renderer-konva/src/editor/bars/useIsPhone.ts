import { GEOMETRY } from '@cobble/engine';
import { useMedia } from './useMedia.ts';

/** Whether the viewport is a phone's. */
export function useIsPhone(): boolean {
  return useMedia(`(max-width: ${String(GEOMETRY.phoneMaxWidthPx)}px)`);
}
