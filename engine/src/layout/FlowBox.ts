import type { Box } from '../model/Position.ts';

/**
 * A block as the layout of published pages sees it: its axis-parallel bounds (a turned block takes
 * its bounding box) in px at the reference width, rounded to quarters, in the space of its section
 * or group.
 */
export interface FlowBox extends Box {
  readonly id: string;
  /** Paint order among its siblings. */
  readonly z: number;
  /** Holds text: its height is a minimum. */
  readonly grows: boolean;
  /** An unturned text block: alone on a phone it takes the screen's width at its own size. */
  readonly isPlainText: boolean;
  /** What it looks like beside others (`lookOf`): blocks of one look are peers in reading. */
  readonly look?: string;
  /** Shown on phones. */
  readonly onPhone: boolean;
  /** Shown on desktops. */
  readonly onDesktop: boolean;
  /** Its bounds where its author put it for phones alone, in the same space and unit; else absent. */
  readonly phone?: Box;
}

/** The end of a box on the right. */
export const rightOf = (box: Box): number => box.x + box.width;

/** The end of a box below. */
export const bottomOf = (box: Box): number => box.y + box.height;

/** Whether two boxes share more than an edge. */
export function overlap(a: Box, b: Box): boolean {
  return a.x < rightOf(b) && b.x < rightOf(a) && a.y < bottomOf(b) && b.y < bottomOf(a);
}

/** The area that two boxes share, in square units. */
export function sharedArea(a: Box, b: Box): number {
  const width = Math.min(rightOf(a), rightOf(b)) - Math.max(a.x, b.x);
  const height = Math.min(bottomOf(a), bottomOf(b)) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Whether `outer` holds all of `inner`; shared edges count as inside. */
export function holds(outer: Box, inner: Box): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    rightOf(outer) >= rightOf(inner) &&
    bottomOf(outer) >= bottomOf(inner)
  );
}
