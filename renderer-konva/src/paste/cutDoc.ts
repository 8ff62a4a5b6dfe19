import { cutText } from '@cobble/engine';
import type { Node } from 'prosemirror-model';

/**
 * Cuts a rich text that is too long for one block where `cutText` cuts its plain text.
 *
 * @returns the document itself if it fits, else the start of it
 */
export function cutDoc(doc: Node): Node {
  const plain = doc.textBetween(0, doc.content.size, '\n', '\n');
  const kept = cutText(plain).length;
  if (kept === plain.length) return doc;
  // The lengths of the lines and of the newlines between them add up to that of the plain text. In
  // a line, a character and a line break are one document position each.
  let before = 0;
  let end = 0;
  doc.descendants((line, position) => {
    if (before > kept) return false;
    if (!line.isTextblock) return true;
    const start = position + 1;
    end = start + Math.min(line.content.size, kept - before);
    before += line.content.size + 1;
    return false;
  });
  return doc.cut(0, end);
}
