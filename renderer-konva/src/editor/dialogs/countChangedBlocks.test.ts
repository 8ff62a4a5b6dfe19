import { createEditor, makeAutosaveEnvelope, type Page } from '@cobble/engine';
import { expect } from 'chai';
import { testPage } from '../testing/testPage.ts';
import { countChangedBlocks } from './countChangedBlocks.ts';

describe('countChangedBlocks', () => {
  it('counts blocks that were added, removed or edited, not the section that grew with them [PB13]', () => {
    const editor = createEditor({ page: testPage() });
    const [kept = '', edited = '', removed = ''] = [0.1, 0.2, 0.3].map(
      (y) => editor.add({ type: 'shape', position: { y } }).unwrap()[0],
    );
    const before = editor.stablePage;
    editor.remove([removed]);
    editor.update([edited], { altText: 'A circle' });
    editor.add({ type: 'shape', position: { y: 5 } });
    editor.updatePage({ settings: { title: 'Changed' } });
    expect(editor.blocks.get(kept)).to.equal(before.things[kept]);
    const copyOf = (page: Page) => makeAutosaveEnvelope(page, 1);
    expect(countChangedBlocks(copyOf(editor.stablePage), before)).to.equal(3);
    expect(countChangedBlocks(copyOf(before), before)).to.equal(0);
  });

  it("does not count as the user's changes what others have published since the copy was stored [PB13]", () => {
    const editor = createEditor({ page: testPage() });
    editor.add({ type: 'shape' });
    const copy = makeAutosaveEnvelope(editor.stablePage, 1);
    const server = { ...testPage(), revision: copy.revision + 1 };
    expect(countChangedBlocks(copy, server)).to.equal(null);
  });
});
