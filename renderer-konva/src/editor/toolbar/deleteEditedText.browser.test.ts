import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useHarnessPage } from '../../testing/useHarnessPage.ts';

for (const touch of [false, true])
  describe(`the button "Delete" of an edited text ${touch ? 'on a phone' : 'with a mouse'}`, function () {
    this.timeout(60_000);
    const size = touch ? { width: 375, height: 667 } : { width: 1280, height: 800 };
    const shown = useHarnessPage({ app: 'editor', hash: 'english', touch, ...size });
    let page: Page;

    before(async () => {
      ({ page } = shown);
      await page.emulateMedia({ reducedMotion: 'reduce' });
    });

    const button = (name: string | RegExp) => page.getByRole('button', { name });
    const mode = () => page.evaluate(() => window.store.editor.mode.name);
    const blockOf = (uuid: string) =>
      page.evaluate((each) => {
        const block = window.store.editor.blocks.get(each);
        return block ? JSON.stringify(block) : null;
      }, uuid);
    /** Adds a text or note and types in it. */
    const edit = async (type: 'text' | 'sticky-note') => {
      const uuid = await page.evaluate((of) => {
        const { editor } = window.store;
        const position = { x: 0.1, y: 0.15, width: 0.4, height: 0.2 };
        const [added = ''] = editor.add({ type: of, position }).unwrap();
        editor.startTextEditing(added);
        return added;
      }, type);
      await page.locator('.ProseMirror').waitFor();
      await page.keyboard.type('Bread');
      return uuid;
    };

    for (const type of ['text', 'sticky-note'] as const)
      it(`ends the editing of a ${type}, so that keys go to the page, and undo restores what was typed [ED33][M17][KB5]`, async () => {
        const uuid = await edit(type);
        await button('Delete').click();
        expect(await blockOf(uuid)).to.equal(null);
        expect(await mode()).to.equal('layout');
        await page.keyboard.press('Control+z');
        expect(await blockOf(uuid)).to.contain('Bread');
        await page.keyboard.press('Control+y');
        expect(await blockOf(uuid)).to.equal(null);
        await page.keyboard.press('d');
        expect(await mode()).to.equal('drawing');
        await page.keyboard.press('Escape');
        expect(await mode()).to.equal('layout');
      });

    it('removes a text that was left empty, without a notice that it is gone [M17]', async () => {
      const uuid = await edit('text');
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Backspace');
      await button('Delete').click();
      expect(await blockOf(uuid)).to.equal(null);
      expect(await mode()).to.equal('layout');
      expect(await page.getByText('Select a block first.').count()).to.equal(0);
    });

    it('shows no notice that the block is gone when a popup is open, also if the host removes it [M17][TX16]', async () => {
      for (const [opener, label, typed] of [
        [/^Font size/, 'Size (px)', '40'],
        ['Text colour', 'Text colour, as hex', '#123456'],
      ] as const)
        for (const isByHost of [false, true]) {
          const uuid = await edit('text');
          await page.keyboard.press('Control+a');
          await button(opener).click();
          await page.getByLabel(label).fill(typed);
          if (isByHost) await page.evaluate((each) => window.store.editor.remove([each]).ok, uuid);
          else {
            if (touch) await button('Done').last().tap();
            await button('Delete').click();
          }
          await page.getByRole('dialog').waitFor({ state: 'detached' });
          expect(await blockOf(uuid)).to.equal(null);
          expect(await mode()).to.equal('layout');
          expect(await page.getByText('no longer on the page').count()).to.equal(0);
          await page.keyboard.press('Control+z');
          expect(await blockOf(uuid)).to.be.a('string');
          await page.evaluate((each) => window.store.editor.remove([each]).ok, uuid);
        }
    });
  });
