import type { Block } from '../model/Block.ts';
import { headingSizeOf, sizeOfMark } from '../text/richTextSizes.ts';
import { TEXT_DEFAULTS } from '../text/TextStyle.ts';
import type { RichTextNode } from '../text/richText.ts';

/** Types that look like nothing but their own kind; all others without words are images. */
const OWN_KINDS: ReadonlySet<string> = new Set([
  ...['group', 'sticky-note', 'rich-button', 'button', 'audio', 'channel'],
]);

/** Documents are no deeper than this. */
const MAX_DEPTH = 24;

/**
 * What a block looks like beside others, as far as reading goes: texts by the size and weight in
 * which they begin, so that headings are peers of headings; images, shapes and embeds are one
 * kind. Trusts nothing in the block's content.
 */
export function lookOf({ type, content }: Pick<Block, 'type' | 'content'>): string {
  if (type !== 'text') return OWN_KINDS.has(type) ? type : 'image';
  const { text, fontSize } = content as { readonly text?: unknown; readonly fontSize?: unknown };
  let size = typeof fontSize === 'number' ? fontSize : TEXT_DEFAULTS.sizePx;
  let node = text;
  for (let depth = 0; isNode(node) && depth < MAX_DEPTH; depth++) {
    size = headingSizeOf(node) ?? size;
    if (node.type === 'text') {
      const marks = Array.isArray(node.marks) ? node.marks.filter(isNode) : [];
      const own = marks.map(sizeOfMark).find((each) => each !== null);
      const isBold = marks.some((mark) => mark.type === 'bold');
      return `text ${String(Math.round(own ?? size))}${isBold ? ' bold' : ''}`;
    }
    const held: unknown = node.content;
    node = Array.isArray(held) ? held.find(hasWords) : null;
  }
  return `text ${String(Math.round(size))}`;
}

function isNode(value: unknown): value is RichTextNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** An empty paragraph says nothing about how a text begins. */
function hasWords(node: unknown): boolean {
  return isNode(node) && (node.type === 'text' || Array.isArray(node.content));
}
