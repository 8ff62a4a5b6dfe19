import { expect } from 'chai';
import { useCanvasHarness } from '../testing/useCanvasHarness.ts';

describe('the highlight of selected text without the focus', function () {
  this.timeout(60_000);
  const canvas = useCanvasHarness();

  it('stays on each of two canvases in a window until its own editing ends, or the other would remove it [TX11]', async () => {
    const { page } = canvas;
    const highlighted = (): Promise<string[]> =>
      page.evaluate(() =>
        [...(CSS.highlights.get('cobble-selected-text') ?? [])].map(String).sort(),
      );
    await page.evaluate(() => {
      window.harness.showTwo([{ type: 'sticky-note' }]);
      document.body.append(document.createElement('textarea'));
    });
    await page.waitForFunction(
      () => document.querySelectorAll('[data-cobble-scroller]').length === 2,
    );
    // Starting selects all text.
    await page.evaluate(() => {
      for (const [editor, text] of [
        [window.editor, 'left'],
        [window.otherEditor, 'right'],
      ] as const) {
        const note = [...editor.blocks.values()].find(({ type }) => type === 'sticky-note');
        if (!note) throw new Error('no note');
        editor.update(note.uuid, { content: { stickyNoteText: { text } } }).unwrap();
        editor.startTextEditing(note.uuid);
      }
    });
    await page.waitForFunction(() => document.querySelectorAll('.ProseMirror').length === 2);
    expect(await highlighted()).to.eql([]);
    await page.locator('textarea').last().focus();
    expect(await highlighted()).to.eql(['left', 'right']);
    await page.evaluate(() => window.editor.stopTextEditing());
    await page.waitForFunction(() => document.querySelectorAll('.ProseMirror').length === 1);
    expect(await highlighted()).to.eql(['right']);
    await page.evaluate(() => window.otherEditor.stopTextEditing());
    await page.waitForFunction(() => document.querySelector('.ProseMirror') === null);
    expect(await highlighted()).to.eql([]);
  });
});
