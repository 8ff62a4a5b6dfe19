import type { RichTextNode } from './richText.ts';
import { headingSizeOf, sizeOfMark } from './scaleRichText.ts';

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
