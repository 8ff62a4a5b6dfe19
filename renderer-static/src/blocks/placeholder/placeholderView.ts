import type { Block } from '@cobble/engine';
import { markSvg } from '../../html/markSvg.ts';
import type { StaticBlock } from '../../RenderOptions.ts';

/** A quiet box with a mark, where a block is still empty or not what it should be. */
export function placeholderView(mark: string, block: Block): StaticBlock {
  return { html: markSvg(mark), classes: ['quiet'], label: block.altText ?? '' };
}
