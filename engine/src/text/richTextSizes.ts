import { HEADING_SIZES_PX } from './TextStyle.ts';
import type { RichText, RichTextMark, RichTextNode } from './richText.ts';

/**
 * A document with all sizes of its letters changed: those of marks, and those that headings have by
 * their level, which become sizes of their own. What has the block's size stays unmarked.
 *
 * @param scale from a size in px at the reference width to the new one
 */
export function scaleRichText(document: RichText, scale: (sizePx: number) => number): RichText {
  return { ...scaleNode(document, scale), type: 'doc' };
}

/** The size that a `font_size` mark gives, px; null for other marks. */
export function sizeOfMark(mark: RichTextMark): number | null {
  const size = mark.type === 'font_size' ? mark.attrs?.sizePx : undefined;
  return typeof size === 'number' ? size : null;
}

/** The size that a node's unmarked text has, when that is not the block's own. */
export function headingSizeOf(node: RichTextNode): number | null {
  const own = node.type === 'heading' ? node.attrs?.sizePx : undefined;
  if (typeof own === 'number') return own;
  const level = node.type === 'heading' ? node.attrs?.level : undefined;
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
 * The size of a document's smallest letters, px at the reference width.
 *
 * @param basePx the size of what has none of its own; it is the answer where there are no letters
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
