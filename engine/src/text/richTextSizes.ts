import { HEADING_SIZES_PX } from './TextStyle.ts';
import type { RichText, RichTextMark, RichTextNode } from './richText.ts';

/**
 * Scales all font sizes of a document: those of marks and of headings; a heading's default
 * size becomes explicit. Text without a size of its own stays unmarked.
 *
 * @param scale maps a size in px at the reference width to the new one
 */
export function scaleRichText(document: RichText, scale: (sizePx: number) => number): RichText {
  return { ...scaleNode(document, scale), type: 'doc' };
}

/** The font size in px of a `font_size` mark; null for other marks. */
export function sizeOfMark(mark: RichTextMark): number | null {
  const size = mark.type === 'font_size' ? mark.attrs?.sizePx : undefined;
  return typeof size === 'number' ? size : null;
}

/**
 * The font size of a heading's unmarked text, in px at the reference width; null for other nodes.
 */
export function headingSizeOf(node: Pick<RichTextNode, 'type' | 'attrs'>): number | null {
  if (node.type !== 'heading') return null;
  const { level = 1, sizePx } = node.attrs ?? {};
  if (typeof sizePx === 'number') return sizePx;
  return typeof level === 'number' ? (HEADING_SIZES_PX[level - 1] ?? null) : null;
}

function scaleNode(node: RichTextNode, scale: (sizePx: number) => number): RichTextNode {
  const size = headingSizeOf(node);
  const scaled = {
    ...node,
    ...(size !== null && { attrs: { ...node.attrs, sizePx: scale(size) } }),
    ...(node.content && { content: node.content.map((child) => scaleNode(child, scale)) }),
  };
  if (!node.marks?.some((mark) => sizeOfMark(mark) !== null)) return scaled;
  const marks = node.marks.map((mark) => {
    const own = sizeOfMark(mark);
    return own === null ? mark : { ...mark, attrs: { ...mark.attrs, sizePx: scale(own) } };
  });
  return { ...scaled, marks };
}

/**
 * The smallest font size in a document, in px at the reference width.
 *
 * @param basePx the block's font size, for text without a size of its own; returned if there is no
 *   text
 */
export function smallestSizeOf(document: RichTextNode, basePx: number): number {
  const sizes = sizesIn(document, basePx);
  return sizes.length === 0 ? basePx : sizes.reduce((a, b) => Math.min(a, b));
}

function sizesIn(node: RichTextNode, inherited: number): number[] {
  if (node.type === 'text') {
    const own = (node.marks ?? []).map(sizeOfMark).find((size) => size !== null);
    return [own ?? inherited];
  }
  const size = headingSizeOf(node) ?? inherited;
  return (node.content ?? []).flatMap((child) => sizesIn(child, size));
}
