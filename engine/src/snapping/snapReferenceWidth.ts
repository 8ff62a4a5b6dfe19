import { GEOMETRY } from '../constants/geometry.ts';

/** Rounds a section width to steps of 50 px, from 50 to 1366, in px at the reference width. */
export function snapSectionWidth(px: number): number {
  const step = GEOMETRY.sectionWidthStepPx;
  const snapped = Math.max(1, Math.round(px / step)) * step;
  return Math.min(GEOMETRY.maxContentWidthPx, snapped);
}

/** Result of dragging a rail. */
export interface SnappedReferenceWidth {
  /** The reference width in px, 375 to 1366. */
  readonly px: number;
  /** The line that the rail snapped to, in px, or null. */
  readonly line: number | null;
}

/**
 * Returns the reference width for a dragged rail: 375 to 1366 whole px, snapped to the lines at
 * 375, 600, 700, 800 and 1200 within 25 px.
 */
export function snapReferenceWidth(px: number): SnappedReferenceWidth {
  const { minWindowWidthPx, maxContentWidthPx, windowSnapLinesPx, windowSnapTolerancePx } =
    GEOMETRY;
  const clamped = Math.min(maxContentWidthPx, Math.max(minWindowWidthPx, px));
  let line: number | null = null;
  for (const snapLine of windowSnapLinesPx) {
    const distance = Math.abs(px - snapLine);
    if (distance <= windowSnapTolerancePx && (line === null || distance < Math.abs(px - line)))
      line = snapLine;
  }
  return { px: line ?? Math.round(clamped), line };
}
