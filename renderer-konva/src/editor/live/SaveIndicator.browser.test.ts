import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../../testing/eventually.ts';
import { useHarnessPage } from '../../testing/useHarnessPage.ts';

/** A folder for pictures, to look at them. */
const SCREENSHOTS = process.env['COBBLE_SCREENSHOTS'];

describe('the save indicator', function () {
  // The longer a device keeps no changes, the less often the client tries it.
  this.timeout(180_000);
  const shown = useHarnessPage({ app: 'editor', hash: 'room', isFresh: true });
  let page: Page;

  beforeEach(() => {
    ({ page } = shown);
  });

  const indicator = (name: string) => page.getByRole('button', { name, exact: true });
  const announced = () => page.locator('[data-cobble-save-announcer]').textContent();
  /** Announcements are rendered a little later than the indicator. */
  const isAnnounced = (text: string) =>
    eventually(async () => {
      expect(await announced()).to.equal(text);
    });
  const edit = () =>
    page.evaluate(() => {
      window.store.editor.add({ type: 'shape' }).unwrap();
    });
  /** Both at once, because what is announced depends on the changes at that time. */
  const goOfflineAndEdit = () =>
    page.evaluate(() => {
      window.inRoom.setOnline(false);
      window.store.editor.add({ type: 'shape' }).unwrap();
    });
  const goOnline = () =>
    page.evaluate(() => {
      window.inRoom.setOnline(true);
      window.inRoom.client.reconnect();
    });
  const setFails = (fails: boolean) =>
    page.evaluate((next) => {
      window.inRoom.storage.fails = next;
    }, fails);
  const show = async (name: string) => {
    if (SCREENSHOTS !== undefined) await page.screenshot({ path: `${SCREENSHOTS}/${name}.png` });
  };

  for (const [width, height] of [
    [1280, 800],
    [375, 667],
  ] as const)
    it(`says where the changes are, explains it on a press, and announces problems and their end (${String(width)} px) [RL5]`, async () => {
      await page.setViewportSize({ width, height });
      await indicator('Saved').waitFor();
      await show(`saved-${String(width)}`);
      await edit();
      await indicator('Saved').waitFor();
      expect(await announced(), 'nothing to worry about').to.equal('');
      await goOfflineAndEdit();
      await indicator('Offline: 1 change kept on this device').click();
      const popup = page.getByRole('dialog', { name: 'Your changes' });
      await popup.getByText("saved when you're back online").waitFor();
      const connections = () => page.evaluate(() => window.inRoom.connections());
      const before = await connections();
      await popup.getByRole('button', { name: 'Try now' }).click();
      // The client may also have tried by itself.
      expect(await connections()).to.be.above(before);
      await show(`offline-${String(width)}`);
      await isAnnounced('Offline: 1 change kept on this device');
      await page.keyboard.press('Escape');
      await popup.waitFor({ state: 'detached' });
      await setFails(true);
      await edit();
      await indicator("Can't save").waitFor();
      await isAnnounced("Can't save");
      await indicator("Can't save").click();
      await popup.getByText('Keep this tab open').waitFor();
      await show(`failing-${String(width)}`);
      await page.keyboard.press('Escape');
      await setFails(false);
      // Otherwise, the client might be back in the room first, and the device would be announced.
      await page.waitForFunction(
        () => window.inRoom.client.storageStatus === 'working',
        undefined,
        { timeout: 120_000 },
      );
      await goOnline();
      await indicator('Saved').waitFor();
      await isAnnounced('Your changes are being saved again.');
    });

  it('says that this device keeps no changes, on a phone, too [RL17]', async () => {
    await indicator('Saved').waitFor();
    await setFails(true);
    await edit();
    const label = "Can't keep changes on this device";
    await indicator(label).click();
    const popup = page.getByRole('dialog', { name: 'Your changes' });
    await popup.getByText('Your changes are saved. But this browser').waitFor();
    await show('not-kept-1280');
    await isAnnounced(label);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 375, height: 667 });
    await indicator(label).click();
    await popup.waitFor();
    await show('not-kept-375');
  });

  it('leaves the bars of a phone free, and can be tapped [RL5]', async () => {
    for (const width of [360, 375]) {
      await page.setViewportSize({ width, height: 667 });
      await indicator('Saved').waitFor();
      await goOfflineAndEdit();
      const button = page.locator('[data-cobble-save="offline"]');
      await button.waitFor();
      await eventually(async () => {
        const bar = await page.getByRole('toolbar', { name: 'Page', exact: true }).boundingBox();
        const box = await button.boundingBox();
        if (!bar || !box) throw new Error('not on screen');
        expect(box.height).to.be.at.least(44);
        expect(box.y).to.be.at.least(bar.y + bar.height);
        expect(box.x).to.be.at.least(8);
        expect(box.x + box.width).to.be.at.most(width - 8);
      });
      await goOnline();
      await indicator('Saved').waitFor();
    }
    // In drawing mode, it is hidden like the bars.
    await page.evaluate(() => window.store.editor.startDrawing());
    await indicator('Saved').waitFor({ state: 'hidden' });
  });

  it('leaves larger windows room for the name of the page [RL5]', async () => {
    for (const width of [640, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await indicator('Saved').waitFor();
      await eventually(async () => {
        const hasText = await page.locator('[data-cobble-save] span').isVisible();
        expect(hasText, String(width)).to.equal(width > 1000);
        const [home, bar] = await Promise.all(
          ['Cobble', 'Page'].map((name) =>
            page.getByRole('toolbar', { name, exact: true }).boundingBox(),
          ),
        );
        if (!home || !bar) throw new Error('not on screen');
        expect(home.x + home.width, String(width)).to.be.at.most(bar.x - 4);
        expect(bar.x + bar.width, String(width)).to.be.at.most(width - 8);
      });
    }
  });

  it('commits the text in progress before the parents of the component end, so that a host can close the room there [RL9]', async () => {
    await page.evaluate(() => {
      const { editor } = window.store;
      const [note = ''] = editor.add({ type: 'sticky-note' }).unwrap();
      editor.startTextEditing(note);
      editor.setEditedText('Typed');
      window.remount('unmounted');
    });
    await page.waitForFunction(() => window.inRoom.client.status === 'closed');
    const other = await page.evaluateHandle(() => window.inRoom.room.join({ accountId: 3 }).editor);
    await page.waitForFunction(
      (editor) => JSON.stringify(editor.stablePage).includes('Typed'),
      other,
    );
  });
});
