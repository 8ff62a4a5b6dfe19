import type { BuiltinBlockOf } from '@cobble/engine';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useHarnessPage } from '../../testing/useHarnessPage.ts';

describe('the progress of an upload', function () {
  this.timeout(60_000);
  const shown = useHarnessPage({ app: 'editor', hash: 'english' });
  let page: Page;

  before(async () => {
    ({ page } = shown);
    await page.route('https://a.example/*', (route) => route.fulfill({ body: '' }));
    await page.evaluate(() => {
      const { editor } = window.store;
      const content = { url: 'https://a.example/a.png' } as BuiltinBlockOf<'image'>['content'];
      const position = { x: 0.2, y: 0.2, width: 0.6, height: 0.6 };
      editor.select(editor.add({ type: 'image', position, content }).unwrap());
    });
  });
  after(async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  /** Replaces the image by one whose upload never ends. */
  const replace = async () => {
    await page.evaluate(async () => {
      const { editor, uploads } = window.store;
      const canvas = new OffscreenCanvas(4, 4);
      canvas.getContext('2d');
      const file = new File([await canvas.convertToBlob()], 'a.png', { type: 'image/png' });
      void uploads.replace([...editor.selection][0] ?? '', [file]);
    });
    await page.getByRole('progressbar', { name: 'Uploading image' }).waitFor();
  };

  it('is within its image on all screens, and its button and the key for undo cancel it [UL8]', async () => {
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await replace();
      const bar = await page.getByRole('progressbar', { name: 'Uploading image' }).boundingBox();
      const [top, bottom] = await page.evaluate(() => {
        const frame = document.querySelector('[data-cobble-canvas]')?.getBoundingClientRect();
        const { y = NaN, height = NaN } = window.store.view.selectionRect ?? {};
        return [(frame?.y ?? NaN) + y, (frame?.y ?? NaN) + y + height];
      });
      expect(bar?.y, String(width)).to.be.within(bottom - 60, bottom);
      expect(bar?.y, String(width)).to.be.above(top);
      if (width === 375) await page.getByRole('button', { name: 'Cancel upload' }).click();
      else await page.keyboard.press('Control+z');
      await page.getByRole('progressbar').waitFor({ state: 'detached' });
      const left = await page.evaluate(() => [
        window.store.uploads.items.size,
        window.store.editor.selection.size,
      ]);
      expect(left, 'the image is still there').to.eql([0, 1]);
    }
  });
});
