import { createEditor, makeAutosaveEnvelope, type Page } from '@cobble/engine';
import { expect } from 'chai';
import { testPage } from '../testing/testPage.ts';
import { summarizeChanges } from './summarizeChanges.ts';

describe('summarizeChanges', () => {
  it('counts blocks that were added, removed or edited, not the section that grew with them [PB13]', () => {
    const editor = createEditor({ page: testPage() });
    const [kept = '', edited = '', removed = ''] = [0.1, 0.2, 0.3].map(
      (y) => editor.add({ type: 'shape', position: { y } }).unwrap()[0],
    );
    const before = editor.stablePage;
    editor.remove([removed]);
    editor.update([edited], { altText: 'A circle' });
    editor.add({ type: 'shape', position: { y: 5 } });
    expect(editor.blocks.get(kept)).to.equal(before.things[kept]);
    const copyOf = (page: Page) => makeAutosaveEnvelope(page, 1);
    expect(summarizeChanges(copyOf(editor.stablePage), before)).to.eql({
      blocks: 3,
      hasSettings: false,
    });
    expect(summarizeChanges(copyOf(before), before)).to.eql({ blocks: 0, hasSettings: false });
  });

  it('mentions a title or background that was changed beside blocks [PB13]', () => {
    for (const change of [
      { settings: { title: 'Changed' } },
      { style: { background: { color: '#00ff00' } } },
    ]) {
      const editor = createEditor({ page: testPage() });
      const before = editor.stablePage;
      editor.add({ type: 'shape' }).unwrap();
      editor.updatePage(change).unwrap();
      const copy = makeAutosaveEnvelope(editor.stablePage, 1);
      expect(summarizeChanges(copy, before)).to.eql({ blocks: 1, hasSettings: true });
    }
  });

  it('does not count it as a changed setting that another version of the editor stored the page [PB13]', () => {
    const page = testPage();
    const copy = makeAutosaveEnvelope(page, 1);
    const server = { ...page, settings: { ...page.settings, editorVersion: '9.9.9' } };
    expect(summarizeChanges(copy, server)).to.eql({ blocks: 0, hasSettings: false });
  });

  it("does not count as the user's changes what others have published since the copy was stored [PB13]", () => {
    const editor = createEditor({ page: testPage() });
    editor.add({ type: 'shape' });
    const copy = makeAutosaveEnvelope(editor.stablePage, 1);
    const server = { ...testPage(), revision: copy.revision + 1 };
    expect(summarizeChanges(copy, server)).to.equal(null);
  });
});
