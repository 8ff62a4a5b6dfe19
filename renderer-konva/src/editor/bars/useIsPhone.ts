import { GEOMETRY } from '@cobble/engine';
import { useMedia } from './useMedia.ts';

/** Whether the viewport has the width of a phone. */
export function useIsPhone(): boolean {
  return useMedia(`(max-width: ${String(GEOMETRY.phoneMaxWidthPx)}px)`);
}
