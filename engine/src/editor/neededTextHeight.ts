import type { Block } from '../model/Block.ts';
import type { Environment } from './environment.ts';

/**
 * What a text's box has to spare below its lines, px at the reference width, so that a browser that
 * sets them a little taller does not cut them off (padding and border are the measurer's).
 */
const HEIGHT_TOLERANCE_PX = 2;

/**
 * The height that a block's text needs at a width, both in fractions of the window's width: what
 * the environment measures, padding and border included, and 2 px. Null when nothing can measure
 * text, or what it says is no height.
 */
export function neededTextHeight(
  { measureTextHeight }: Pick<Environment, 'measureTextHeight'>,
  referenceWidthPx: number,
  block: Block,
  width: number,
): number | null {
  if (!measureTextHeight) return null;
  const heightPx = measureTextHeight({ block, widthPx: width * referenceWidthPx });
  if (!Number.isFinite(heightPx) || heightPx <= 0) return null;
  return (heightPx + HEIGHT_TOLERANCE_PX) / referenceWidthPx;
}
