import type { BlockPatch } from '../editor/Editor.ts';
import type { Block } from '../model/Block.ts';
import { asBuiltin } from '../blocks/builtinBlocks.ts';
import type { RichTextMark, RichTextNode } from '../text/richText.ts';
import { HEADING_SIZES_PX, MIN_FONT_SIZE_PX, TEXT_DEFAULTS } from '../text/TextStyle.ts';

/**
 * A font size times a factor, in quarter pixels and never above the exact product: a line that
 * fitted still fits.
 */
function scaleSize(sizePx: number, scale: number): number {
  return Math.min(1000, Math.max(1, Math.floor(sizePx * scale * 4 + 1e-6) / 4));
}

function sizeOf(mark: RichTextMark): number | null {
  const size = mark.type === 'font_size' ? mark.attrs?.sizePx : undefined;
  return typeof size === 'number' ? size : null;
}

/** The size that a node's unmarked text has, when that is not the block's own. */
function headingSize(node: RichTextNode): number | null {
  const level = node.type === 'heading' ? node.attrs?.level : undefined;
  return typeof level === 'number' ? (HEADING_SIZES_PX[level - 1] ?? null) : null;
}

function scaleNode(node: RichTextNode, scale: number, inherited: number | null): RichTextNode {
  if (node.type === 'text') {
    const marks = node.marks ?? [];
    const own = marks.map(sizeOf).find((size) => size !== null) ?? inherited;
    if (own === null) return node;
    const sizePx = scaleSize(own, scale);
    return {
      ...node,
      marks: [
        ...marks.filter((mark) => mark.type !== 'font_size'),
        { type: 'font_size', attrs: { sizePx } },
      ],
    };
  }
  if (!node.content) return node;
  const size = headingSize(node) ?? inherited;
  return { ...node, content: node.content.map((child) => scaleNode(child, scale, size)) };
}

function sizesIn(node: RichTextNode, inherited: number): number[] {
  if (node.type === 'text') {
    const own = (node.marks ?? []).map(sizeOf).find((size) => size !== null);
    return [own ?? inherited];
  }
  const size = headingSize(node) ?? inherited;
  return (node.content ?? []).flatMap((child) => sizesIn(child, size));
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
      text: scaleNode(text, scale, null),
    },
    ...(paddingPx === undefined
      ? {}
      : { styles: { paddingPx: Math.floor(paddingPx * scale * 4 + 1e-6) / 4 } }),
  };
}

/** The least factor that leaves a block's smallest letters at 10 px; 1 when they are below it. */
export function leastTextScale(block: Block): number {
  const known = asBuiltin(block);
  if (known?.type !== 'text') return 0;
  const base = known.content.fontSize ?? TEXT_DEFAULTS.sizePx;
  const sizes = sizesIn(known.content.text, base);
  const smallest = Math.min(...(sizes.length > 0 ? sizes : [base]));
  return smallest > MIN_FONT_SIZE_PX ? MIN_FONT_SIZE_PX / smallest : 1;
}
