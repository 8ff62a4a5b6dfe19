import { SAME, type Span } from './equalGaps.ts';
import type { AxisSnap } from './snapAxis.ts';
import { type AxisTargets, mirrored } from './snapTargets.ts';
import type { SortedLines } from './sortedLines.ts';

/**
 * A line that shows what a gesture snaps to, in page space (fractions of the window's width).
 * `axis: 'x'` is a vertical line at x = `at` from y = `from` to y = `to`; `y` the other way round.
 */
export interface SnapGuide {
  readonly axis: 'x' | 'y';
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** The distance to the neighbour that it measures, px at the reference width, if it does. */
  readonly distancePx?: number;
}

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

/** From farther away than this nobody wants to know how far it is, in page space. */
const NEAR = 0.5;

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
    if (a && b) guides.push(guideBetween(axis, a, b, referenceWidth));
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

/**
 * A line over the gap from one span to the next, with its length.
 *
 * @param axis along which the gap lies
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
 * Adds how far it is along an axis to the nearer neighbour that stands on a line with the moving
 * span: what is in line with another is mostly to stand well beside it, too. Nothing where gaps are
 * told already.
 *
 * @param axis along which the distance is told; the line lies along it
 */
export function addDistance(
  guides: SnapGuide[],
  axis: 'x' | 'y',
  targets: AxisTargets,
  { previous: before, next: after }: AxisSnap,
  placed: Span,
  referenceWidth: number,
): void {
  const along = guides.filter((guide) => (guide.axis === 'x') === (axis === 'y'));
  if (along.some(({ distancePx }) => distancePx !== undefined)) return;
  const isInLine = ({ low, high }: Span): boolean =>
    along.some(({ at }) =>
      [low, (low + high) / 2, high].some((place) => Math.abs(place - at) <= 2 * SAME),
    );
  const mirroredPrevious = targets.before.spanOf(before);
  const previous = mirroredPrevious && mirrored(mirroredPrevious);
  const next = targets.after.spanOf(after);
  const pairs: (readonly [Span, Span])[] = [];
  if (previous && isInLine(previous)) pairs.push([previous, placed]);
  if (next && isInLine(next)) pairs.push([placed, next]);
  const [nearest] = pairs
    .filter(([a, b]) => (b.start - a.end) * referenceWidth >= 0.5 && b.start - a.end <= NEAR)
    .sort(([a, b], [c, d]) => b.start - a.end - (d.start - c.end));
  if (nearest) guides.push(guideBetween(axis, ...nearest, referenceWidth));
}
