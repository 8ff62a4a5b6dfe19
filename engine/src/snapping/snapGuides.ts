import { EPSILON, type Span } from './equalGaps.ts';
import type { AxisSnap } from './snapAxis.ts';
import { type AxisTargets, mirrorSpan } from './snapTargets.ts';
import type { SortedLines } from './SortedLines.ts';

/**
 * A line that shows what a gesture snaps to, in page space (fractions of the window's width).
 * `axis: 'x'` is a vertical line at x = `at` from y = `from` to y = `to`; `y` is a horizontal line.
 */
export interface SnapGuide {
  readonly axis: 'x' | 'y';
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** Length of the gap that the guide measures, in px at the reference width. */
  readonly distancePx?: number;
}

/**
 * Adds a guide for a point that is on a line. The guide extends over all targets on that line and
 * over the moving box (`low` to `high` across the axis).
 */
export function addGuideOnLine(
  guides: SnapGuide[],
  axis: 'x' | 'y',
  lines: SortedLines,
  point: number,
  low: number,
  high: number,
): void {
  const { at } = lines;
  let from = Infinity;
  let to = -Infinity;
  for (let index = lines.lowerBound(point - EPSILON); index < at.length; index++) {
    if ((at[index] ?? Infinity) > point + EPSILON) break;
    from = Math.min(from, lines.from[index] ?? from);
    to = Math.max(to, lines.to[index] ?? to);
  }
  if (from <= to)
    guides.push({ axis, at: point, from: Math.min(from, low), to: Math.max(to, high) });
}

/** Distances above this are not shown, in page space. */
const MAX_SHOWN_DISTANCE = 0.5;

/**
 * Adds guides for the gaps that a move made equal: a line across each gap, with its length.
 *
 * @param axis the axis along which the box snapped; the guides run along it
 * @param placed the moving span in its snapped position
 * @param referenceWidth px per unit
 * @param maxGuides limit for the length of `guides`
 */
export function addGapGuides(
  guides: SnapGuide[],
  axis: 'x' | 'y',
  { before, after }: AxisTargets,
  snap: AxisSnap,
  placed: Span,
  referenceWidth: number,
  maxGuides: number,
): void {
  const isCentered = Math.abs(snap.centered - snap.offset) <= EPSILON;
  const matchesPrevious = Math.abs(snap.matchPrevious - snap.offset) <= EPSILON;
  const matchesNext = Math.abs(snap.matchNext - snap.offset) <= EPSILON;
  if (!isCentered && !matchesPrevious && !matchesNext) return;
  const previousSpan = (entry: number): Span | undefined => {
    const span = before.spanOf(entry);
    return span && mirrorSpan(span);
  };
  const previous = previousSpan(snap.previous);
  const next = after.spanOf(snap.next);
  const add = (a: Span | undefined, b: Span | undefined): void => {
    if (a && b) guides.push(guideBetween(axis, a, b, referenceWidth));
  };
  // A gap is shown only together with the one that it equals.
  const hasSpaceFor = (count: number): boolean => guides.length + count <= maxGuides;
  const showsBefore = matchesPrevious && hasSpaceFor(2);
  if (showsBefore) {
    add(previousSpan(before.nextAfter(snap.previous)), previous);
    add(previous, placed);
  }
  const showsBetween = isCentered && hasSpaceFor(showsBefore ? 1 : 2);
  if (showsBetween && !showsBefore) add(previous, placed);
  if (showsBetween) add(placed, next);
  if (!matchesNext || !hasSpaceFor(showsBetween ? 1 : 2)) return;
  if (!showsBetween) add(placed, next);
  add(next, after.spanOf(after.nextAfter(snap.next)));
}

/**
 * Returns a guide that measures the gap between two spans.
 *
 * @param axis the axis along which the gap is measured
 */
export function guideBetween(axis: 'x' | 'y', a: Span, b: Span, referenceWidth: number): SnapGuide {
  return {
    axis: axis === 'x' ? 'y' : 'x',
    at: (Math.max(a.low, b.low) + Math.min(a.high, b.high)) / 2,
    from: a.end,
    to: b.start,
    distancePx: Math.round((b.start - a.end) * referenceWidth * 10) / 10,
  };
}

/**
 * Adds a guide with the distance to the nearest neighbour that is aligned with the moving span.
 * Adds nothing when gaps along the axis already have guides.
 *
 * @param axis the axis along which the distance is measured; the guide runs along it
 */
export function addDistance(
  guides: SnapGuide[],
  axis: 'x' | 'y',
  targets: AxisTargets,
  { previous: before, next: after }: AxisSnap,
  placed: Span,
  referenceWidth: number,
): void {
  const axisGuides = guides.filter((guide) => (guide.axis === 'x') === (axis === 'y'));
  if (axisGuides.some(({ distancePx }) => distancePx !== undefined)) return;
  const isAligned = ({ low, high }: Span): boolean =>
    axisGuides.some(({ at }) =>
      [low, (low + high) / 2, high].some((point) => Math.abs(point - at) <= 2 * EPSILON),
    );
  const mirroredPrevious = targets.before.spanOf(before);
  const previous = mirroredPrevious && mirrorSpan(mirroredPrevious);
  const next = targets.after.spanOf(after);
  const pairs: (readonly [Span, Span])[] = [];
  if (previous && isAligned(previous)) pairs.push([previous, placed]);
  if (next && isAligned(next)) pairs.push([placed, next]);
  const [nearest] = pairs
    .filter(
      ([a, b]) =>
        (b.start - a.end) * referenceWidth >= 0.5 && b.start - a.end <= MAX_SHOWN_DISTANCE,
    )
    .sort(([a, b], [c, d]) => b.start - a.end - (d.start - c.end));
  if (nearest) guides.push(guideBetween(axis, ...nearest, referenceWidth));
}
