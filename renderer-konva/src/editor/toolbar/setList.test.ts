import { createEditor, plainFromRichText, richTextFromPlain } from '@cobble/engine';
import { expect } from 'chai';
import { testPage } from '../testing/testPage.ts';
import { setList } from './setList.ts';

describe('setList', () => {
  const doc = richTextFromPlain('one\ntwo');

  it('turns lines into a list and back', () => {
    const list = setList(doc, 'bullet');
    expect(list.content?.[0]?.type).to.equal('bullet_list');
    expect(plainFromRichText(list)).to.equal('one\ntwo');
    expect(setList(list, null)).to.deep.equal(doc);
    expect(setList(list, 'ordered').content?.[0]?.type).to.equal('ordered_list');
  });

  it('makes documents that the editor accepts', () => {
    const editor = createEditor({ page: testPage() });
    const heading = { type: 'heading', attrs: { level: 2, textAlign: 'center' }, content: [] };
    const mixed = { type: 'doc' as const, content: [heading, ...(doc.content ?? [])] };
    for (const kind of ['bullet', 'ordered', null] as const)
      expect(editor.add({ type: 'text', content: { text: setList(mixed, kind) } }).ok).to.equal(
        true,
      );
  });
});
