import { type RichTextNode, richTextSchema } from '@cobble/engine';
import { expect } from 'chai';
import { Node } from 'prosemirror-model';
import { EditorState, TextSelection } from 'prosemirror-state';
import { linkAround, wordAround } from './linkAround.ts';

const link = { type: 'link', attrs: { href: 'https://cobble.test', target: null } };
const other = { type: 'link', attrs: { href: 'https://other.test', target: null } };

describe('linkAround: what a change to the link at the caret applies to', () => {
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

  it('covers the link that ends or begins at the caret, so that it can be updated there [TX10]', () => {
    const texts = [
      { type: 'text', text: 'to ' },
      { type: 'text', text: 'all', marks: [link] },
      { type: 'text', text: 'one', marks: [other] },
    ];
    expect([4, 5, 7, 10].map((at) => rangeAt(texts, at))).to.eql([
      [4, 7],
      [4, 7],
      [4, 7],
      [7, 10],
    ]);
    expect(rangeAt(texts, 2)).to.eql([2, 2]);
  });
});

describe('wordAround: what a new link at the caret applies to', () => {
  it('covers the word at the caret in any script, also if a part of it is bold, and no space [TX10]', () => {
    const texts: RichTextNode[] = [
      { type: 'text', text: "don't s" },
      { type: 'text', text: 'to', marks: [{ type: 'bold' }] },
      { type: 'text', text: 'p  here' },
      { type: 'hard_break' },
      { type: 'text', text: '(喜欢)' },
    ];
    // Positions: "don't" 1 to 6, 'stop' 7 to 11, 'here' 13 to 17, the break 17, the word 19 to 21.
    for (const [at, range] of [
      [1, [1, 6]],
      [4, [1, 6]],
      [6, [1, 6]],
      [9, [7, 11]],
      [12, [12, 12]],
      [17, [13, 17]],
      [18, [18, 18]],
      [20, [19, 21]],
      [22, [22, 22]],
    ] as const)
      expect(wordAround(stateAt(texts, at)), String(at)).to.eql(range);
    expect(wordAround(stateAt([], 1))).to.eql([1, 1]);
  });
});

function rangeAt(content: readonly RichTextNode[], at: number): readonly number[] {
  return linkAround(stateAt(content, at));
}

function stateAt(content: readonly RichTextNode[], at: number): EditorState {
  const doc = Node.fromJSON(richTextSchema, {
    type: 'doc',
    content: [{ type: 'paragraph', content }],
  });
  return EditorState.create({ doc, selection: TextSelection.create(doc, at) });
}
