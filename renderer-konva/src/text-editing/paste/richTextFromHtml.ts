import type { RichText } from '@cobble/engine';
import type { Node } from 'prosemirror-model';
import { cleanPastedHtml } from './cleanPastedHtml.ts';
import { clipboardParser } from './clipboardParser.ts';

/** Far above any article; what is longer is not even read. */
const MAX_HTML = 2_000_000;
/** The most that is taken over, in positions of the document (a letter is one). */
const MAX_SIZE = 20_000;

/**
 * Rich text of the clipboard's HTML: headings, paragraphs, lists, bold, italic, underline,
 * strikethrough and links stay; foreign looks, scripts, images and everything else go. It is read
 * in a document of its own, which runs nothing and loads nothing, and never put into the page's.
 *
 * @returns null when there is nothing in it that plain text would not say as well
 */
export function richTextFromHtml(html: string): RichText | null {
  if (html.length > MAX_HTML) return null;
  const doc = trimmed(clipboardParser.parse(cleanPastedHtml(html)));
  if (doc === null || !isRich(doc)) return null;
  const short = doc.content.size > MAX_SIZE ? doc.cut(0, MAX_SIZE) : doc;
  return short.toJSON() as RichText;
}

/** Without the empty paragraphs around it; null when nothing is left. */
function trimmed(doc: Node): Node | null {
  const blocks = doc.children;
  const first = blocks.findIndex(({ textContent }) => textContent.trim() !== '');
  if (first < 0) return null;
  const last = blocks.findLastIndex(({ textContent }) => textContent.trim() !== '');
  return doc.type.create(null, blocks.slice(first, last + 1));
}

function isRich(doc: Node): boolean {
  let found = false;
  doc.descendants((node) => {
    found ||= node.marks.length > 0 || /^(?:heading|list_item)$/.test(node.type.name);
    return !found;
  });
  return found;
}
