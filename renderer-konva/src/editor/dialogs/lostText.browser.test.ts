import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { useHarnessPage } from '../../testing/useHarnessPage.ts';

describe('the dialog about a text that could not be committed', function () {
  this.timeout(60_000);
  const shown = useHarnessPage({ app: 'editor', hash: 'english', width: 375, height: 667 });

  it('is not answered by the keys of a user who goes on typing [PB15]', async () => {
    const { page } = shown;
    await page.evaluate(() => {
      const { editor } = window.store;
      const [note = ''] = editor.add({ type: 'sticky-note' }).unwrap();
      editor.startTextEditing(note);
      editor.setEditedText('Typed');
      editor.setLockedByOthers([note]);
    });
    const dialog = page.getByRole('dialog', { name: "This text couldn't be saved" });
    const text = dialog.getByRole('textbox', { name: 'Your text' });
    await text.waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
    await page.keyboard.type('and more');
    for (const key of ['Enter', 'Space', 'Escape', 'Delete']) await page.keyboard.press(key);
    expect(await text.inputValue()).to.equal('Typed');
    for (const button of await dialog.getByRole('button').all())
      expect(await heightOf(button), 'a target on phones').to.be.at.least(44);
    await dialog.getByRole('button', { name: 'Add to page' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
});

/** The height of an element, px, even while the dialog grows into view. */
function heightOf(element: Locator): Promise<number> {
  return element.evaluate((node) => (node instanceof HTMLElement ? node.offsetHeight : 0));
}
