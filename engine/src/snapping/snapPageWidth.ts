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

/** A reference width as a rail was dragged to it, px. */
export interface SnappedReferenceWidth {
  /** Within the widths that a page may have. */
  readonly px: number;
  /** The line that drew it there; null when none is near. */
  readonly line: number | null;
}

/**
 * The width that a dragged rail means: from 375 to 1366 px, in whole px, drawn to the lines at 375,
 * 600, 700, 800 and 1200 from within 25 px.
 */
export function snapReferenceWidth(px: number): SnappedReferenceWidth {
  const { minWindowWidthPx, maxContentWidthPx, windowSnapLinesPx, windowSnapTolerancePx } =
    GEOMETRY;
  const within = Math.min(maxContentWidthPx, Math.max(minWindowWidthPx, px));
  let line: number | null = null;
  for (const each of windowSnapLinesPx) {
    const distance = Math.abs(px - each);
    if (distance <= windowSnapTolerancePx && (line === null || distance < Math.abs(px - line)))
      line = each;
  }
  return { px: line ?? Math.round(within), line };
}

/** How far a page may be scaled down by its cutoff: to the minimum window width. */
export function leastPageScale(referenceWidthPx: number): number {
  return Math.min(1, GEOMETRY.minWindowWidthPx / referenceWidthPx);
}
