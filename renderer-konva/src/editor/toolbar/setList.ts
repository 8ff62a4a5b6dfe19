import type { RichText, RichTextNode } from '@cobble/engine';

/** The paragraphs and headings of a document in order, without lists. */
function lines(node: RichTextNode): readonly RichTextNode[] {
  if (node.type === 'paragraph' || node.type === 'heading') return [node];
  return (node.content ?? []).flatMap(lines);
}

/** Turns a whole document into one list, or removes all of its lists. */
export function setList(doc: RichText, list: 'bullet' | 'ordered' | null): RichText {
  const all = lines(doc);
  if (list === null) return { ...doc, content: all };
  const items = all.map((line) => ({
    type: 'list_item',
    // In the schema, a list item begins with a paragraph, so headings become paragraphs.
    content: [
      line.type === 'paragraph'
        ? line
        : { ...line, type: 'paragraph', attrs: { textAlign: line.attrs?.['textAlign'] ?? null } },
    ],
  }));
  return { ...doc, content: [{ type: `${list}_list`, content: items }] };
}
