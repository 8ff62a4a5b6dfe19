import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { useHarnessPage } from '../../testing/useHarnessPage.ts';

/** A folder for pictures, to look at them. */
const SCREENSHOTS = process.env['COBBLE_SCREENSHOTS'];

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

  it('shows the text beside the one that its block has now, or says that the block is gone [RL13]', async () => {
    const { page } = shown;
    await page.evaluate(() => {
      const { editor } = window.store;
      editor.setLockedByOthers([]);
      for (const [before, removes] of [
        ['Soup of the day: leek', false],
        ['Closed on Mondays', true],
      ] as const) {
        const [note = ''] = editor.add({ type: 'sticky-note' }).unwrap();
        editor.startTextEditing(note);
        editor.setEditedText(before);
        editor.stopTextEditing();
        const block = editor.stablePage.things[note];
        editor.startTextEditing(note);
        editor.setEditedText('Soup of the day: pumpkin');
        if (removes && block)
          editor.applyRemote({ added: {}, updated: {}, removed: { [note]: block } });
        else editor.setLockedByOthers([note]);
        editor.stopTextEditing();
      }
    });
    const dialog = page.getByRole('dialog', { name: "This text couldn't be saved" });
    const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
    await field('Your text').waitFor();
    expect(await field('Your text').inputValue()).to.equal('Soup of the day: pumpkin');
    expect(await field('In the block now').inputValue()).to.equal('Soup of the day: leek');
    await dialog.getByText('One more text follows.').waitFor();
    if (SCREENSHOTS !== undefined) await page.screenshot({ path: `${SCREENSHOTS}/lostText.png` });
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await dialog.getByText('Its block is no longer on the page.').waitFor();
    expect(await field('In the block now').count()).to.equal(0);
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
});

/** The height of an element, px, even while the dialog grows into view. */
function heightOf(element: Locator): Promise<number> {
  return element.evaluate((node) => (node instanceof HTMLElement ? node.offsetHeight : 0));
}
