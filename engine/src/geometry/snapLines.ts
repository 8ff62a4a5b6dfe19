import { SAME } from './GapIndex.ts';
import type { SnapGuide } from './SnapGuide.ts';
import type { SortedLines } from './SortedLines.ts';

/**
 * Adds a guide where a place stands on a line. It reaches over all targets on that line and over the
 * moving box itself (`low` to `high` across the axis).
 */
export function addGuideOnLine(
  guides: SnapGuide[],
  axis: 'x' | 'y',
  lines: SortedLines,
  place: number,
  low: number,
  high: number,
): void {
  const { at } = lines;
  let from = Infinity;
  let to = -Infinity;
  for (let index = lines.lowerBound(place - SAME); index < at.length; index++) {
    if ((at[index] ?? Infinity) > place + SAME) break;
    from = Math.min(from, lines.from[index] ?? from);
    to = Math.max(to, lines.to[index] ?? to);
  }
  if (from <= to)
    guides.push({ axis, at: place, from: Math.min(from, low), to: Math.max(to, high) });
}
