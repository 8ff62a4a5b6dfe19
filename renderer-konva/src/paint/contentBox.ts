import type { Block, Box } from '@cobble/engine';
import { insetBox } from './boxPath.ts';

/** The box inside a block's border and padding, px at the reference width. */
export function contentBoxOf(block: Block, box: Box): Box {
  return insetBox(box, (block.styles.border?.widthPx ?? 0) + (block.styles.paddingPx ?? 0));
}
