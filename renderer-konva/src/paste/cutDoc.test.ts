import { plainFromRichText, type RichText, richTextSchema } from '@cobble/engine';
import { expect } from 'chai';
import { Node } from 'prosemirror-model';
import { cutDoc } from './cutDoc.ts';

const docOf = (...content: object[]): Node =>
  Node.fromJSON(richTextSchema, { type: 'doc', content });
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const words = (text: string) => ({ type: 'text', text, marks: [{ type: 'bold' }] });
const plainOf = (doc: Node): string => plainFromRichText(doc.toJSON() as RichText);

describe('cutDoc', () => {
  it('keeps a text of 100,000 characters, so that no one loses the end of an article [PS6]', () => {
    const lines = Array.from({ length: 1000 }, () => paragraph(words('x'.repeat(99))));
    const article = docOf(...lines, paragraph());
    expect(plainOf(article)).to.have.length(100_000);
    expect(cutDoc(article)).to.equal(article);
  });

  it('cuts a longer one between words, wherever they are [PS6]', () => {
    const long = paragraph(words('x'.repeat(99_990)));
    const item = (text: string) => ({ type: 'list_item', content: [paragraph(words(text))] });
    const list = (...items: object[]) => ({ type: 'bullet_list', content: items });
    const start = 'x'.repeat(99_990);
    expect(plainOf(cutDoc(docOf(long, paragraph(words('rye spelt and oats')))))).to.equal(
      `${start}\nrye spelt`,
    );
    expect(plainOf(cutDoc(docOf(long, list(item('rye'), item('spelt'), item('oats')))))).to.equal(
      `${start}\nrye\nspelt`,
    );
    const broken = paragraph(words('rye'), { type: 'hard_break' }, words('spelt12345'));
    expect(plainOf(cutDoc(docOf(long, broken, paragraph(words('oats')))))).to.equal(
      `${start}\nrye`,
    );
    const cut = cutDoc(docOf(long, list(item('rye1234567890'), item('spelt'))));
    cut.check();
    expect(plainOf(cut)).to.equal(start);
  });
});
