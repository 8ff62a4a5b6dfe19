import { type RichTextNode, richTextSchema } from '@cobble/engine';
import { expect } from 'chai';
import { Node } from 'prosemirror-model';
import { EditorState, TextSelection } from 'prosemirror-state';
import { linkAround } from './linkAround.ts';

const link = { type: 'link', attrs: { href: 'https://cobble.test', target: null } };
const other = { type: 'link', attrs: { href: 'https://other.test', target: null } };

describe('linkAround: what a change to the link at the cursor applies to', () => {
  it('covers the whole link, even if a word in it is bold, but no adjacent link', () => {
    const texts: RichTextNode[] = [
      { type: 'text', text: 'see ' },
      { type: 'text', text: 'our ', marks: [link] },
      { type: 'text', text: 'new', marks: [link, { type: 'bold' }] },
      { type: 'text', text: ' page', marks: [link] },
      { type: 'text', text: 'next', marks: [other] },
    ];
    // Positions: 'see ' 1 to 5, the link 5 to 17, the next one 17 to 21.
    for (const at of [6, 9, 10, 12, 14]) expect(rangeAt(texts, at), String(at)).to.eql([5, 17]);
    expect(rangeAt(texts, 19)).to.eql([17, 21]);
    expect(rangeAt(texts, 2)).to.eql([2, 2]);
  });

  it('is empty at the ends of a link, where typed text does not belong to it', () => {
    const texts = [{ type: 'text', text: 'all', marks: [link] }];
    expect([1, 2, 4].map((at) => rangeAt(texts, at))).to.eql([
      [1, 1],
      [1, 4],
      [4, 4],
    ]);
  });
});

function rangeAt(content: readonly RichTextNode[], at: number): readonly number[] {
  const doc = Node.fromJSON(richTextSchema, {
    type: 'doc',
    content: [{ type: 'paragraph', content }],
  });
  return linkAround(EditorState.create({ doc, selection: TextSelection.create(doc, at) }));
}
