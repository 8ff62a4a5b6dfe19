import type { BlockPatch } from '../editor/Editor.ts';
import type { Block } from '../model/Block.ts';
import { asBuiltin } from '../blocks/builtinBlocks.ts';
import { scaleRichText } from '../text/scaleRichText.ts';
import { TEXT_DEFAULTS } from '../text/TextStyle.ts';

/**
 * A font size times a factor, in quarter pixels and never above the exact product: a line that
 * fitted still fits.
 */
function scaleSize(sizePx: number, scale: number): number {
  return Math.min(1000, Math.max(1, Math.floor(sizePx * scale * 4 + 1e-6) / 4));
}

/**
 * A patch that makes a text block's type larger or smaller with its box: the font size, sizes of
 * marks and headings, the padding, so that lines break where they broke
 * (editing-canvas.md section 4: "Text resize adjusts font size proportionally"). Empty for blocks
 * of other types.
 */
export function scaleText(block: Block, scale: number): Pick<BlockPatch, 'content' | 'styles'> {
  const known = asBuiltin(block);
  if (known?.type !== 'text') return {};
  const { fontSize = TEXT_DEFAULTS.sizePx, text } = known.content;
  const { paddingPx } = block.styles;
  return {
    content: {
      fontSize: scaleSize(fontSize, scale),
      text: scaleRichText(text, (sizePx) => scaleSize(sizePx, scale)),
    },
    ...(paddingPx === undefined
      ? {}
      : { styles: { paddingPx: Math.floor(paddingPx * scale * 4 + 1e-6) / 4 } }),
  };
}
