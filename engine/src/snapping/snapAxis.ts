import { GapQuery, NONE, SAME } from './equalGaps.ts';
import type { AxisTargets } from './snapTargets.ts';

/**
 * What is asked along one axis, how far to move, and why. Distances are signed, and Infinity where
 * there is nothing. One is filled again and again: to allocate all these numbers at each move of the
 * pointer would take longer than to find them.
 */
export class AxisSnap {
  /** The moving span, in page space: on the axis its start, middle and end; across it low to high. */
  readonly places = new Float64Array(3);
  low = NaN;
  high = NaN;
  /** How far the span may be drawn. */
  tolerance = NaN;
  /** The nearest of all below: how far to move. */
  by = Infinity;
  /** How far the nearest lines are from the places. */
  readonly toLines = new Float64Array(3);
  /** Neighbours: entries of the indexes of gaps, -1 for none. */
  previous = NONE;
  next = NONE;
  /**
   * How far to move so that the gaps on both sides are equal, or the one to `previous` is as the one
   * before it, or the one to `next` as the one after it.
   */
  between = Infinity;
  asBefore = Infinity;
  asAfter = Infinity;
  /** What the neighbours are asked with. */
  readonly query = new GapQuery();
}

/**
 * Finds the nearest thing that the moving span can be drawn to along an axis, and fills `snap` with
 * it; false when all are further than the tolerance.
 */
export function snapAxis(snap: AxisSnap, { lines, before, after }: AxisTargets): boolean {
  const { places, toLines, query } = snap;
  const start = places[0] ?? 0;
  const end = places[2] ?? 0;
  query.low = snap.low;
  query.high = snap.high;
  query.slack = snap.tolerance + SAME;
  query.end = end;
  const next = after.next(query);
  query.end = -start;
  const previous = before.next(query);
  const nextStart = next === NONE ? Infinity : after.startOf(next);
  const previousEnd = previous === NONE ? -Infinity : -before.startOf(previous);
  const gapBefore = previous === NONE ? 0 : before.gapAfter(previous);
  const gapAfter = next === NONE ? 0 : after.gapAfter(next);
  const room = nextStart - previousEnd;
  const size = end - start;
  snap.previous = previous;
  snap.next = next;
  snap.between =
    room > size && room < Infinity ? (previousEnd + nextStart - size) / 2 - start : Infinity;
  snap.asBefore = gapBefore > 0 ? previousEnd + gapBefore - start : Infinity;
  snap.asAfter = gapAfter > 0 ? nextStart - gapAfter - end : Infinity;
  lines.nearest(places, toLines);
  let by = toLines[0] ?? Infinity;
  if (Math.abs(toLines[1] ?? Infinity) < Math.abs(by)) by = toLines[1] ?? Infinity;
  if (Math.abs(toLines[2] ?? Infinity) < Math.abs(by)) by = toLines[2] ?? Infinity;
  if (Math.abs(snap.between) < Math.abs(by)) by = snap.between;
  if (Math.abs(snap.asBefore) < Math.abs(by)) by = snap.asBefore;
  if (Math.abs(snap.asAfter) < Math.abs(by)) by = snap.asAfter;
  snap.by = by;
  return Math.abs(by) <= snap.tolerance;
}
