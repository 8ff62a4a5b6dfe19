import type { Block } from '@cobble/engine';
import { markSvg } from '../../html/markSvg.ts';
import type { StaticBlock } from '../../RenderOptions.ts';

/** A box with an icon, for blocks that are empty or invalid. */
export function placeholderView(mark: string, block: Block): StaticBlock {
  return { html: markSvg(mark), classes: ['quiet'], label: block.altText ?? '' };
}
