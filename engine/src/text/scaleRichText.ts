import type { RichText, RichTextMark, RichTextNode } from './richText.ts';
import { HEADING_SIZES_PX } from './TextStyle.ts';

/**
 * A document with all sizes of its letters changed: those of marks, and those that headings have by
 * themselves, which become marks. What has the block's own size stays unmarked.
 *
 * @param scale from a size in px at the reference width to the new one
 */
export function scaleRichText(document: RichText, scale: (sizePx: number) => number): RichText {
  return { ...scaleNode(document, scale, null), type: 'doc' };
}

/** The size that a `font_size` mark gives, px; null for other marks. */
export function sizeOfMark(mark: RichTextMark): number | null {
  const size = mark.type === 'font_size' ? mark.attrs?.sizePx : undefined;
  return typeof size === 'number' ? size : null;
}

/** The size that a node's unmarked text has, when that is not the block's own. */
export function headingSizeOf(node: RichTextNode): number | null {
  const level = node.type === 'heading' ? node.attrs?.level : undefined;
  return typeof level === 'number' ? (HEADING_SIZES_PX[level - 1] ?? null) : null;
}

function scaleNode(
  node: RichTextNode,
  scale: (sizePx: number) => number,
  inherited: number | null,
): RichTextNode {
  if (node.type === 'text') {
    const marks = node.marks ?? [];
    const own = marks.map(sizeOfMark).find((size) => size !== null) ?? inherited;
    if (own === null) return node;
    return {
      ...node,
      marks: [
        ...marks.filter((mark) => mark.type !== 'font_size'),
        { type: 'font_size', attrs: { sizePx: scale(own) } },
      ],
    };
  }
  if (!node.content) return node;
  const size = headingSizeOf(node) ?? inherited;
  return { ...node, content: node.content.map((child) => scaleNode(child, scale, size)) };
}
