import type { SnapGuide } from './SnapGuide.ts';
import { lowerBound, type SnapLines } from './snapTargets.ts';

/** Two places closer than this are one: far below a pixel, far above rounding. */
export const SAME = 1e-6;

/** How far the nearest line lies from a place, signed; null when none is within the tolerance. */
export function nearestLine(lines: SnapLines, place: number, tolerance: number): number | null {
  const index = lowerBound(lines.at, place);
  const above = (lines.at[index] ?? Infinity) - place;
  const below = place - (lines.at[index - 1] ?? -Infinity);
  const nearest = above < below ? above : -below;
  return Math.abs(nearest) <= tolerance ? nearest : null;
}

/**
 * One guide for each of the places that stands on a line. It reaches over all targets on that line
 * and over the moving box itself (`low` to `high` across the axis).
 */
export function guidesOnLines(
  axis: 'x' | 'y',
  lines: SnapLines,
  places: readonly number[],
  low: number,
  high: number,
): SnapGuide[] {
  const guides: SnapGuide[] = [];
  for (const place of places) {
    let from = Infinity;
    let to = -Infinity;
    for (
      let index = lowerBound(lines.at, place - SAME);
      (lines.at[index] ?? Infinity) <= place + SAME;
      index++
    ) {
      from = Math.min(from, lines.from[index] ?? from);
      to = Math.max(to, lines.to[index] ?? to);
    }
    if (from <= to)
      guides.push({ axis, at: place, from: Math.min(from, low), to: Math.max(to, high) });
  }
  return guides;
}
