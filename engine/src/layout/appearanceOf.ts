import type { Block } from '../model/Block.ts';
import { headingSizeOf, sizeOfMark } from '../text/richTextSizes.ts';
import { TEXT_DEFAULTS } from '../text/TextStyle.ts';
import type { RichTextNode } from '../text/richText.ts';

/** Types that, like texts, have an appearance of their own. All other types count as images. */
const DISTINCT_TYPES: ReadonlySet<string> = new Set([
  ...['group', 'sticky-note', 'rich-button', 'button', 'audio', 'channel'],
]);

/** Depth limit for untrusted documents. */
const MAX_DEPTH = 24;

/**
 * Returns the appearance of a block for the reading order. Texts differ by the size and weight of
 * their first characters, so that headings are peers of headings. Images, shapes and embeds have
 * the same appearance. Does not trust the block's content.
 */
export function appearanceOf({ type, content }: Pick<Block, 'type' | 'content'>): string {
  if (type !== 'text') return DISTINCT_TYPES.has(type) ? type : 'image';
  const { text, fontSize } = content as { readonly text?: unknown; readonly fontSize?: unknown };
  let size = typeof fontSize === 'number' ? fontSize : TEXT_DEFAULTS.sizePx;
  let node = text;
  for (let depth = 0; isNode(node) && depth < MAX_DEPTH; depth++) {
    size = headingSizeOf(node) ?? size;
    if (node.type === 'text') {
      const marks = Array.isArray(node.marks) ? node.marks.filter(isNode) : [];
      const markSize = marks.map(sizeOfMark).find((each) => each !== null);
      const isBold = marks.some((mark) => mark.type === 'bold');
      return `text ${String(Math.round(markSize ?? size))}${isBold ? ' bold' : ''}`;
    }
    const children: unknown = node.content;
    node = Array.isArray(children) ? children.find(isTextOrParent) : null;
  }
  return `text ${String(Math.round(size))}`;
}

function isNode(value: unknown): value is RichTextNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Whether a node is text or has a list of children, which an empty paragraph does not have. */
function isTextOrParent(node: unknown): boolean {
  return isNode(node) && (node.type === 'text' || Array.isArray(node.content));
}
