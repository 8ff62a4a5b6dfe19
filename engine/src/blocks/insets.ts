import type { Block } from '../model/Block.ts';
import type { SizePx } from '../model/Position.ts';

/** The widths of a block's border and padding, px. */
export interface Insets {
  readonly borderPx: number;
  readonly paddingPx: number;
}

/**
 * Returns the border and padding that a block is shown with, so that the canvas and the published page
 * agree: together at most half of its shorter side, since more would enlarge it. The border comes
 * first.
 *
 * @param size the block's own size, px at the reference width, even if its text makes it taller; an
 *   infinite height if it is to become as tall as it needs
 */
export function insetsOf({ styles }: Pick<Block, 'styles'>, { width, height }: SizePx): Insets {
  const mostPx = Math.min(width, height) / 2;
  const borderPx = Math.min(styles.border?.widthPx ?? 0, mostPx);
  return { borderPx, paddingPx: Math.max(0, Math.min(styles.paddingPx ?? 0, mostPx - borderPx)) };
}
