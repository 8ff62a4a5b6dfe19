import type { Box } from '../model/Position.ts';

/**
 * A block as the layout of published pages sees it: its bounds in px at the reference width,
 * rounded to quarters, in the space of its section or group. A rotated block is represented by its
 * bounding box.
 */
export interface FlowBox extends Box {
  readonly id: string;
  /** Z-index among its siblings. */
  readonly z: number;
  /** Contains text that does not scroll, so its height is a minimum. */
  readonly grows: boolean;
  /**
   * A text block that is not rotated. If it is a cluster of its own, a phone shows it at full width
   * and in its own font size.
   */
  readonly isPlainText: boolean;
  /**
   * Its kind of appearance (`appearanceOf`). Blocks with the same appearance are peers in the
   * reading order.
   */
  readonly appearance?: string;
  /** Visible on phones. */
  readonly onPhone: boolean;
  /** Visible on desktops. */
  readonly onDesktop: boolean;
  /** Its bounds for phones if the author set a phone position, in the same space and unit. */
  readonly phone?: Box;
}

/** The right edge of a box. */
export const rightOf = (box: Box): number => box.x + box.width;

/** The bottom edge of a box. */
export const bottomOf = (box: Box): number => box.y + box.height;

/** Whether two boxes overlap. Touching edges do not count. */
export function overlap(a: Box, b: Box): boolean {
  return a.x < rightOf(b) && b.x < rightOf(a) && a.y < bottomOf(b) && b.y < bottomOf(a);
}

/** The area of the intersection of two boxes. */
export function sharedArea(a: Box, b: Box): number {
  const width = Math.min(rightOf(a), rightOf(b)) - Math.max(a.x, b.x);
  const height = Math.min(bottomOf(a), bottomOf(b)) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Whether `outer` contains `inner`. Shared edges count as inside. */
export function contains(outer: Box, inner: Box): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    rightOf(outer) >= rightOf(inner) &&
    bottomOf(outer) >= bottomOf(inner)
  );
}
