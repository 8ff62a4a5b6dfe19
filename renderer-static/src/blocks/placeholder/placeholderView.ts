import type { Block } from '@cobble/engine';
import { iconSvg } from '../../html/iconSvg.ts';
import type { StaticBlock } from '../../RenderOptions.ts';

/** A box with an icon, for blocks that are empty or invalid. */
export function placeholderView(icon: string, block: Block): StaticBlock {
  return { html: iconSvg(icon), classes: ['quiet'], label: block.altText ?? '' };
}
