import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../testing/eventually.ts';
import { useHarnessPage } from '../testing/useHarnessPage.ts';

describe('a host that unmounts the editor', function () {
  this.timeout(60_000);
  const shown = useHarnessPage({ app: 'editor', hash: 'english', isFresh: true });
  let page: Page;

  beforeEach(async () => {
    ({ page } = shown);
    await page.locator('[data-cobble-scroller]').focus();
  });

  const textField = () => page.locator('.cobble-edited-text');
  const typeText = async () => {
    await page.keyboard.press('t');
    await textField().waitFor();
    await page.keyboard.type('Typed');
  };

  for (const how of ['unmounted', 'in-action', 'mounted', 'another-editor'] as const)
    it(`stores the text that was being typed (${how}) [ED24]`, async () => {
      await typeText();
      const left = await page.evaluateHandle(() => window.store);
      await page.evaluate((next) => {
        window.remount(next);
      }, how);
      await textField().waitFor({ state: 'detached' });
      // React runs the effects of what it has unmounted a little later.
      await eventually(async () => {
        const state = await left.evaluate((store) => ({
          mode: store.editor.mode.name,
          isInProgress: store.editor.isInProgress,
          isStored: JSON.stringify(window.stored.get(store)).includes('Typed'),
          isCommitted: JSON.stringify(store.editor.stablePage).includes('Typed'),
        }));
        expect(state).to.eql({
          mode: 'layout',
          isInProgress: false,
          isStored: true,
          isCommitted: true,
        });
      });
    });

  it('stores nothing in the browser of a text that the user has discarded when leaving [PB9, ED24]', async () => {
    const copies = () =>
      page.evaluate(
        () => Object.keys(localStorage).filter((key) => key.startsWith('cobble.autosave.')).length,
      );
    const leave = async (isDiscarded: boolean) => {
      const left = await page.evaluateHandle(() => window.store);
      await typeText();
      await page.waitForFunction(() => JSON.stringify(localStorage).includes('Typed'));
      await page.evaluate((discarded) => {
        if (discarded) window.store.discardChanges();
        window.remount('unmounted');
      }, isDiscarded);
      await page.waitForFunction((store) => store.editor.mode.name === 'layout', left);
      await page.locator('[data-cobble-scroller]').waitFor({ state: 'detached' });
    };
    await leave(false);
    await eventually(async () => {
      expect(await copies()).to.equal(1);
    });
    await page.evaluate(() => {
      window.remount('mounted');
    });
    await page.locator('[data-cobble-scroller]').focus();
    await leave(true);
    await eventually(async () => {
      expect(await copies()).to.equal(0);
    });
  });

  it('gets the strokes that were being drawn as a block [ED24]', async () => {
    const left = await page.evaluateHandle(() => window.store);
    await page.keyboard.press('d');
    await page.mouse.move(500, 300);
    await page.mouse.down();
    await page.mouse.move(600, 350, { steps: 4 });
    await page.mouse.up();
    await page.evaluate(() => {
      window.remount('unmounted');
    });
    await page.locator('[data-cobble-scroller]').waitFor({ state: 'detached' });
    await eventually(async () => {
      const types = await left.evaluate((store) =>
        Object.values(window.stored.get(store)?.things ?? {}).map(({ type }) => type),
      );
      expect(types).to.include('drawing');
    });
  });

  it("can start editing a text before it mounts the editor, in React's strict mode too [ED24]", async () => {
    for (const how of ['mounted', 'strict'] as const) {
      const before = await page.evaluateHandle(() => window.store);
      await page.evaluate((next) => {
        window.remount(next, (editor) => {
          editor.add({ type: 'text', uuid: 'text' });
          editor.startTextEditing('text');
        });
      }, how);
      await page.waitForFunction((store) => window.store !== store, before);
      await textField().waitFor();
      await page.keyboard.type('Typed');
      const mode = await page.evaluate(() => window.store.editor.mode.name);
      expect(mode, how).to.equal('text-editing');
    }
  });
});
