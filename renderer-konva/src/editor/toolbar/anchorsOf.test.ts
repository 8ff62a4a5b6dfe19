import { createEditor } from '@cobble/engine';
import { expect } from 'chai';
import { testPage } from '../testing/testPage.ts';
import { translateEnglish } from '../messages/i18n.ts';
import { anchorsOf } from './anchorsOf.ts';

describe('anchors on the page', () => {
  it('are the sections, with their ids in the published page, and blocks with an HTML id [ED15]', () => {
    const editor = createEditor({ page: testPage() });
    const second = editor.addSection();
    if (!second.ok) throw new Error(second.code);
    editor.add({ uuid: 'star', type: 'shape', properties: { htmlId: 'star' } });
    editor.add({ uuid: 'moon', type: 'shape' });
    expect(anchorsOf(editor, translateEnglish)).to.deep.equal([
      { href: '#main', name: 'Section 1' },
      { href: `#section-${second.value}`, name: 'Section 2' },
      { href: '#star' },
    ]);
  });
});
