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
