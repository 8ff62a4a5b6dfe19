import { createEditor, makeAutosaveEnvelope, type Page as EditedPage } from '@cobble/engine';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../../testing/eventually.ts';
import { type Harness, startHarness } from '../../testing/startHarness.ts';
import { autosaveKeys } from '../autosave/AutosaveStore.ts';

const NOON_MS = Date.UTC(2026, 2, 5, 12);

describe('the recovery dialog', function () {
  this.timeout(60_000);
  let harness: Harness;

  before(async () => {
    harness = await startHarness({ app: 'editor' });
  });
  // Also discards the pages, whose clock is stopped.
  after(() => harness.stop());

  const openEditor = async (): Promise<Page> => {
    const { page } = await harness.open({ locale: 'en-GB', hash: 'english' });
    await page.clock.setFixedTime(NOON_MS + 3 * 3_600_000);
    return page;
  };

  it('tells the copies of two crashed tabs apart, and a double click discards only one [PB13]', async () => {
    const page = await openEditor();
    const editor = createEditor({
      page: JSON.parse(
        await page.evaluate(() => JSON.stringify(window.store.editor.stablePage)),
      ) as EditedPage,
    });
    const copies: [key: string, text: string][] = [];
    const storeAt = (updatedAtMs: number) => {
      const key = autosaveKeys(editor.fields.ID)[copies.length] ?? '';
      copies.push([key, JSON.stringify(makeAutosaveEnvelope(editor.stablePage, updatedAtMs))]);
    };
    editor.updatePage({ settings: { title: 'Another title' } });
    storeAt(NOON_MS - 86_400_000);
    for (const y of [0.1, 0.2]) editor.add({ type: 'shape', position: { y } });
    const content = { url: 'blob:local', naturalWidth: 4, naturalHeight: 4 };
    editor.add({ type: 'image', content }).unwrap();
    storeAt(NOON_MS + 32 * 60_000);
    await page.evaluate((items) => {
      for (const [key, text] of items) localStorage.setItem(key, text);
    }, copies);
    await page.reload();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Today at 12:32').waitFor();
    const first = await dialog.textContent();
    expect(first).to.include(
      "We've recovered some unpublished changes made 2 hours ago. Do you want to recover them?",
    );
    expect(first).to.include('1 file was still being uploaded and is missing.');
    for (const part of [
      '2 blocks and settings changed',
      '1 of 2',
      'You have other unpublished changes',
    ])
      expect(first).to.include(part);
    expect(await dialog.ariaSnapshot()).to.include('1 of 2');
    const discard = dialog.getByRole('button', { name: 'Discard Changes' });
    await discard.click();
    await dialog.getByText('Yesterday at 12:00').waitFor();
    await discard.hover();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    const second = await dialog.textContent();
    for (const part of ['Only settings changed', '2 of 2', 'made a day ago'])
      expect(second).to.include(part);
    expect(second).not.to.match(/You have other unpublished changes|still being uploaded/);
    await dialog.getByRole('button', { name: 'Recover' }).click();
    await eventually(async () => {
      expect(await page.evaluate(() => window.store.editor.fields.settings.title)).to.equal(
        'Another title',
      );
    });
  });

  it('covers the page between two questions, so that neither a second tap nor a key reaches it [PB13]', async () => {
    const page = await openEditor();
    const stored = JSON.parse(
      await page.evaluate(() => JSON.stringify(window.store.editor.stablePage)),
    ) as EditedPage;
    const copies = [1, 2].map((number) => {
      const copy = { ...stored, settings: { ...stored.settings, title: `Copy ${String(number)}` } };
      return JSON.stringify(makeAutosaveEnvelope(copy, NOON_MS + number));
    });
    await page.evaluate(
      (items) => {
        for (const [key, text] of items) localStorage.setItem(key, text);
      },
      autosaveKeys(stored.ID)
        .slice(0, 2)
        .map((key, at) => [key, copies[at] ?? ''] as const),
    );
    await page.reload();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 of 2').waitFor();
    // As in a browser that is slow to say which tabs are open.
    await page.evaluate(() => {
      // The editor waits for ten intervals, which this test may take longer than.
      globalThis.setInterval = new Proxy(globalThis.setInterval, {
        apply(repeat, _, [run]: Parameters<typeof setInterval>) {
          return repeat(run, 60_000);
        },
      });
      const { locks } = navigator;
      const query = locks.query.bind(locks);
      const isReady = new Promise<void>((resolve) => {
        Object.assign(window, { proceed: resolve });
      });
      locks.query = () => isReady.then(query);
    });
    const discard = dialog.getByRole('button', { name: 'Discard Changes' });
    await discard.click();
    await discard.click();
    expect(await dialog.textContent(), 'still there').to.include('1 of 2');
    await page.keyboard.press('d');
    expect(await page.evaluate(() => window.store.isDrawing)).to.equal(false);
    await page.evaluate(() => {
      (window as unknown as { proceed: () => void }).proceed();
    });
    await dialog.getByText('2 of 2').waitFor();
    const recover = dialog.getByRole('button', { name: 'Recover' });
    await page.waitForFunction(() => document.activeElement?.textContent === 'Recover');
    await recover.click();
    await dialog.waitFor({ state: 'detached' });
  });
});
