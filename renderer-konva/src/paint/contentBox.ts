import type { Block, Box } from '@cobble/engine';
import { insetBox } from './boxPath.ts';

/** The room inside a block's border and padding; the box is in px at the reference width. */
export function contentBoxOf(block: Block, box: Box): Box {
  return insetBox(box, (block.styles.border?.widthPx ?? 0) + (block.styles.paddingPx ?? 0));
}
