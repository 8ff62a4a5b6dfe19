import { SAME } from './GapIndex.ts';
import { nearestLine } from './snapLines.ts';
import type { AxisTargets } from './snapTargets.ts';

/** A neighbour that is not there. */
const NONE = -1;

/**
 * How far to move along one axis, and why. Distances are signed, and Infinity where there is nothing.
 * One is filled again and again, as making a dozen numbers at each move of the pointer would take as
 * long as finding them.
 */
export class AxisSnap {
  /** The nearest of all below: how far to move. */
  by = Infinity;
  /** How far the nearest lines are from the moving span's start, middle and end. */
  startToLine = Infinity;
  middleToLine = Infinity;
  endToLine = Infinity;
  /** Neighbours, and theirs: numbers of the index of gaps, -1 for none. */
  first = NONE;
  previous = NONE;
  next = NONE;
  last = NONE;
  /**
   * How far to move so that the gaps on both sides are equal, or the one to `previous` is as the one
   * before it, or the one to `next` as the one after it.
   */
  between = Infinity;
  asBefore = Infinity;
  asAfter = Infinity;
}

/**
 * Finds the nearest thing that a moving span can be drawn to along an axis, and fills `snap` with it;
 * false when all are further than the tolerance. Page space.
 */
export function snapAxis(
  snap: AxisSnap,
  { lines, gaps }: AxisTargets,
  start: number,
  end: number,
  low: number,
  high: number,
  tolerance: number,
): boolean {
  const size = end - start;
  const previous = gaps.nearestBefore(start, low, high, tolerance + SAME);
  const next = gaps.nearestAfter(end, low, high, tolerance + SAME);
  const first = previous === NONE ? NONE : gaps.beforeSpan(previous);
  const last = next === NONE ? NONE : gaps.afterSpan(next);
  let between = Infinity;
  let asBefore = Infinity;
  let asAfter = Infinity;
  const previousEnd = previous === NONE ? 0 : (gaps.end[previous] ?? 0);
  const nextStart = next === NONE ? 0 : (gaps.start[next] ?? 0);
  if (previous !== NONE && next !== NONE && nextStart - previousEnd > size)
    between = (previousEnd + nextStart - size) / 2 - start;
  if (first !== NONE) {
    const gap = (gaps.start[previous] ?? 0) - (gaps.end[first] ?? 0);
    if (gap > SAME) asBefore = previousEnd + gap - start;
  }
  if (last !== NONE) {
    const gap = (gaps.start[last] ?? 0) - (gaps.end[next] ?? 0);
    if (gap > SAME) asAfter = nextStart - gap - end;
  }
  const startToLine = nearestLine(lines, start);
  const middleToLine = nearestLine(lines, (start + end) / 2);
  const endToLine = nearestLine(lines, end);
  let by = startToLine;
  if (Math.abs(middleToLine) < Math.abs(by)) by = middleToLine;
  if (Math.abs(endToLine) < Math.abs(by)) by = endToLine;
  if (Math.abs(between) < Math.abs(by)) by = between;
  if (Math.abs(asBefore) < Math.abs(by)) by = asBefore;
  if (Math.abs(asAfter) < Math.abs(by)) by = asAfter;
  if (!(Math.abs(by) <= tolerance)) return false;
  snap.by = by;
  snap.startToLine = startToLine;
  snap.middleToLine = middleToLine;
  snap.endToLine = endToLine;
  snap.first = first;
  snap.previous = previous;
  snap.next = next;
  snap.last = last;
  snap.between = between;
  snap.asBefore = asBefore;
  snap.asAfter = asAfter;
  return true;
}
