import { SAME, type Span } from './GapIndex.ts';
import type { AxisSnap } from './snapAxis.ts';
import type { SnapGuide } from './SnapGuide.ts';
import { type AxisTargets, mirrored } from './snapTargets.ts';

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
  { before, after }: AxisTargets,
  snap: AxisSnap,
  placed: Span,
  referenceWidth: number,
  most: number,
): void {
  const isBetween = Math.abs(snap.between - snap.by) <= SAME;
  const isAsBefore = Math.abs(snap.asBefore - snap.by) <= SAME;
  const isAsAfter = Math.abs(snap.asAfter - snap.by) <= SAME;
  if (!isBetween && !isAsBefore && !isAsAfter) return;
  const seenBefore = (entry: number): Span | undefined => {
    const span = before.spanOf(entry);
    return span && mirrored(span);
  };
  const previous = seenBefore(snap.previous);
  const next = after.spanOf(snap.next);
  const add = (a: Span | undefined, b: Span | undefined): void => {
    if (!a || !b) return;
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
    add(seenBefore(before.nextOf(snap.previous)), previous);
    add(previous, placed);
  }
  const showsBetween = isBetween && hasRoomFor(showsBefore ? 1 : 2);
  if (showsBetween && !showsBefore) add(previous, placed);
  if (showsBetween) add(placed, next);
  if (!isAsAfter || !hasRoomFor(showsBetween ? 1 : 2)) return;
  if (!showsBetween) add(placed, next);
  add(next, after.spanOf(after.nextOf(snap.next)));
}
