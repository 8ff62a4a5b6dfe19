import { GEOMETRY } from '../constants/geometry.ts';

/**
 * The width that a section takes, px at the reference width: whole steps of 50, from one step to
 * the most that a desktop shows, 1366.
 */
export function snapSectionWidth(px: number): number {
  const step = GEOMETRY.sectionWidthStepPx;
  const snapped = Math.max(1, Math.round(px / step)) * step;
  return Math.min(GEOMETRY.maxContentWidthPx, snapped);
}
