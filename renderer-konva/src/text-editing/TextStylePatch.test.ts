import { richTextSchema, type RichTextNode } from '@cobble/engine';
import { expect } from 'chai';
import { Node } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { type TextStylePatch, patchRange } from './TextStylePatch.ts';

/** A heading's attributes after a patch of the whole document. */
function headingAfter(patch: TextStylePatch): unknown {
  const line: RichTextNode = {
    type: 'heading',
    attrs: { level: 2, textAlign: null, sizePx: 53 },
    content: [{ type: 'text', text: 'Welcome' }],
  };
  const doc = Node.fromJSON(richTextSchema, { type: 'doc', content: [line] });
  const { tr } = EditorState.create({ doc });
  return patchRange(tr, 0, doc.content.size, patch).doc.firstChild?.attrs;
}

describe('patchRange: text styles of a selection', () => {
  it('keeps the size of a heading of a scaled page when its alignment changes', () => {
    expect(headingAfter({ align: 'center' })).to.eql({
      level: 2,
      textAlign: 'center',
      sizePx: 53,
    });
    expect(headingAfter({ heading: 2 })).to.eql({ level: 2, textAlign: null, sizePx: 53 });
  });

  it('gives a heading of another level the size of that level', () => {
    expect(headingAfter({ heading: 1 })).to.eql({ level: 1, textAlign: null, sizePx: null });
    expect(headingAfter({ heading: 0 })).to.eql({ textAlign: null });
  });
});
