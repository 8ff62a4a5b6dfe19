import { type GapIndex, SAME, type Span } from './GapIndex.ts';
import type { SnapGuide } from './SnapGuide.ts';
import type { AxisSnap } from './snapAxis.ts';

/**
 * Adds guides for the gaps that a move has made equal: a line across each with its length.
 *
 * @param axis the axis along which the box was snapped; the gaps' lines run along it
 * @param placed the moving span where it came to stand
 * @param referenceWidth px that one unit stands for
 * @param most so many guides there may be in all
 */
export function addGapGuides(
  guides: SnapGuide[],
  axis: 'x' | 'y',
  gaps: GapIndex,
  snap: AxisSnap,
  placed: Span,
  referenceWidth: number,
  most: number,
): void {
  const { by, first, previous, next, last } = snap;
  const isBetween = Math.abs(snap.between - by) <= SAME;
  const isAsBefore = Math.abs(snap.asBefore - by) <= SAME;
  const isAsAfter = Math.abs(snap.asAfter - by) <= SAME;
  if (!isBetween && !isAsBefore && !isAsAfter) return;
  const spanOf = (span: number): Span => ({
    start: gaps.start[span] ?? 0,
    end: gaps.end[span] ?? 0,
    low: gaps.low[span] ?? 0,
    high: gaps.high[span] ?? 0,
  });
  const add = (a: Span, b: Span): void => {
    guides.push({
      axis: axis === 'x' ? 'y' : 'x',
      at: (Math.max(a.low, b.low) + Math.min(a.high, b.high)) / 2,
      from: a.end,
      to: b.start,
      distancePx: Math.round((b.start - a.end) * referenceWidth * 10) / 10,
    });
  };
  // A gap is only worth showing beside the one that it is equal to.
  const hasRoomFor = (count: number): boolean => guides.length + count <= most;
  const showsBefore = isAsBefore && hasRoomFor(2);
  if (showsBefore) {
    add(spanOf(first), spanOf(previous));
    add(spanOf(previous), placed);
  }
  const showsBetween = isBetween && hasRoomFor(showsBefore ? 1 : 2);
  if (showsBetween && !showsBefore) add(spanOf(previous), placed);
  if (showsBetween) add(placed, spanOf(next));
  if (!isAsAfter || !hasRoomFor(showsBetween ? 1 : 2)) return;
  if (!showsBetween) add(placed, spanOf(next));
  add(spanOf(next), spanOf(last));
}
