import { GapQuery, NONE, EPSILON } from './equalGaps.ts';
import type { AxisTargets } from './snapTargets.ts';

/**
 * Input and result of {@link snapAxis} for one axis. Offsets are signed; an infinite one means that
 * there is nothing to snap to. The object is reused: allocating these numbers on each pointer move
 * would take longer than the search.
 */
export class AxisSnap {
  /**
   * The moving span in page space: start, middle and end along the axis, `low` to `high` across it.
   */
  readonly points = new Float64Array(3);
  low = NaN;
  high = NaN;
  /** Largest distance to snap over, in page space. */
  tolerance = NaN;
  /** The offset below with the smallest magnitude: how far to move. */
  offset = Infinity;
  /** Offset from each point to its nearest line. */
  readonly lineOffsets = new Float64Array(3);
  /** Entries of the neighbours in the `before` and `after` indexes, or -1. */
  previous = NONE;
  next = NONE;
  /**
   * Offsets that make the gaps on both sides equal, the gap to `previous` equal to the gap before
   * it, or the gap to `next` equal to the gap after it.
   */
  centered = Infinity;
  matchPrevious = Infinity;
  matchNext = Infinity;
  /** Reused to query the neighbours. */
  readonly query = new GapQuery();
}

/**
 * Finds the nearest snap position along an axis and writes it to `snap`. Returns false when none is
 * within the tolerance.
 */
export function snapAxis(snap: AxisSnap, { lines, before, after }: AxisTargets): boolean {
  const { points, lineOffsets, query } = snap;
  const start = points[0] ?? 0;
  const end = points[2] ?? 0;
  query.low = snap.low;
  query.high = snap.high;
  query.slack = snap.tolerance + EPSILON;
  query.end = end;
  const next = after.next(query);
  query.end = -start;
  const previous = before.next(query);
  const nextStart = next === NONE ? Infinity : after.startOf(next);
  const previousEnd = previous === NONE ? -Infinity : -before.startOf(previous);
  const gapBefore = previous === NONE ? 0 : before.gapAfter(previous);
  const gapAfter = next === NONE ? 0 : after.gapAfter(next);
  const space = nextStart - previousEnd;
  const size = end - start;
  snap.previous = previous;
  snap.next = next;
  snap.centered =
    space > size && space < Infinity ? (previousEnd + nextStart - size) / 2 - start : Infinity;
  snap.matchPrevious = gapBefore > 0 ? previousEnd + gapBefore - start : Infinity;
  snap.matchNext = gapAfter > 0 ? nextStart - gapAfter - end : Infinity;
  lines.nearest(points, lineOffsets);
  let offset = lineOffsets[0] ?? Infinity;
  if (Math.abs(lineOffsets[1] ?? Infinity) < Math.abs(offset)) offset = lineOffsets[1] ?? Infinity;
  if (Math.abs(lineOffsets[2] ?? Infinity) < Math.abs(offset)) offset = lineOffsets[2] ?? Infinity;
  if (Math.abs(snap.centered) < Math.abs(offset)) offset = snap.centered;
  if (Math.abs(snap.matchPrevious) < Math.abs(offset)) offset = snap.matchPrevious;
  if (Math.abs(snap.matchNext) < Math.abs(offset)) offset = snap.matchNext;
  snap.offset = offset;
  return Math.abs(offset) <= snap.tolerance;
}
