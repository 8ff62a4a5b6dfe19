import { richTextSchema, type RichText } from '@cobble/engine';
import { Node, Schema } from 'prosemirror-model';

/** Text without marks, as buttons and notes have it: one paragraph a line. */
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

/** A plain string as a document of {@link plainTextSchema}. */
export function plainDoc(text: string): Node {
  const { paragraph, doc } = plainTextSchema.nodes;
  const lines = text
    .split('\n')
    .map((line) => paragraph.create(null, line === '' ? null : plainTextSchema.text(line)));
  return doc.create(null, lines);
}

/** The string of a plain document. */
export function plainTextOf(doc: Node): string {
  return doc.textBetween(0, doc.content.size, '\n');
}

/** A rich text of a page as a ProseMirror document. */
export function richDoc(text: RichText): Node {
  return Node.fromJSON(richTextSchema, text);
}

/** A document as a page stores it. */
export function richTextOf(doc: Node): RichText {
  return doc.toJSON() as RichText;
}
