import { richTextSchema, type RichText } from '@cobble/engine';
import { Node, Schema } from 'prosemirror-model';

/** Text without marks, as in buttons and notes: one paragraph per line. */
export const plainTextSchema = new Schema({
  nodes: {
    doc: { content: 'paragraph+' },
    paragraph: {
      content: 'text*',
      parseDOM: [{ tag: 'p' }, { tag: 'div' }, { tag: 'li' }],
      toDOM: () => ['p', 0],
    },
    text: {},
  },
});

/** Converts a string to a document of {@link plainTextSchema}. */
export function plainDoc(text: string): Node {
  const { paragraph, doc } = plainTextSchema.nodes;
  const lines = text
    .split('\n')
    .map((line) => paragraph.create(null, line === '' ? null : plainTextSchema.text(line)));
  return doc.create(null, lines);
}

/** Converts a plain document to a string. */
export function plainTextOf(doc: Node): string {
  return doc.textBetween(0, doc.content.size, '\n');
}

/** Converts a page's rich text to a ProseMirror document. */
export function richDoc(text: RichText): Node {
  return Node.fromJSON(richTextSchema, text);
}

/** Converts a document to the rich text that a page stores. */
export function richTextOf(doc: Node): RichText {
  return doc.toJSON() as RichText;
}
