import type { RichText, RichTextNode } from '@cobble/engine';

/** The lines of a document in their order, lists taken apart. */
function lines(node: RichTextNode): readonly RichTextNode[] {
  if (node.type === 'paragraph' || node.type === 'heading') return [node];
  return (node.content ?? []).flatMap(lines);
}

/** Makes all of a document one list, or takes all of its lists apart. */
export function setList(doc: RichText, list: 'bullet' | 'ordered' | null): RichText {
  const all = lines(doc);
  if (list === null) return { ...doc, content: all };
  const items = all.map((line) => ({
    type: 'list_item',
    // A list's item begins with a paragraph; headings are left out of lists by the schema.
    content: [
      line.type === 'paragraph'
        ? line
        : { ...line, type: 'paragraph', attrs: { textAlign: line.attrs?.['textAlign'] ?? null } },
    ],
  }));
  return { ...doc, content: [{ type: `${list}_list`, content: items }] };
}
