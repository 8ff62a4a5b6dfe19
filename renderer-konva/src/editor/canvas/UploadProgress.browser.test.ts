import type { BuiltinBlockOf } from '@cobble/engine';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../../testing/eventually.ts';
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
      await eventually(async () => {
        const bar = await page.getByRole('progressbar', { name: 'Uploading image' }).boundingBox();
        const [top, bottom] = await page.evaluate(() => {
          const frame = document.querySelector('[data-cobble-canvas]')?.getBoundingClientRect();
          const { y = NaN, height = NaN } = window.store.view.selectionRect ?? {};
          return [(frame?.y ?? NaN) + y, (frame?.y ?? NaN) + y + height];
        });
        expect(bar?.y, String(width)).to.be.within(bottom - 60, bottom);
        expect(bar?.y, String(width)).to.be.above(top);
      });
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

  it('is not covered by the toolbar of a tall image [ED22] [UL8]', async () => {
    await page.evaluate(() => {
      const { editor, view } = window.store;
      const { x, y } = view.toPage({ x: 447, y: 100 });
      const size = { width: 386 / view.pxPerUnit, height: 600 / view.pxPerUnit };
      editor.update([...editor.selection][0] ?? '', { position: { x, y, ...size } });
    });
    await replace();
    await page.waitForFunction(() => {
      const card = document.querySelector('[role="progressbar"]')?.parentElement;
      const bar = document.querySelector('[data-cobble-bar="context"]');
      if (!card || !bar) return false;
      return bar.getBoundingClientRect().bottom <= card.getBoundingClientRect().top;
    });
    await page.getByRole('button', { name: 'Cancel upload' }).click();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
  });

  it('is in view and clear of the bars for small and large images at the edges of all screens [UL8]', async () => {
    for (const width of [375, 1280])
      for (const [x, y, size, scrollTop] of [
        [0.4, 0, 0.04, 0],
        [0, 0.2, 0.05, 0],
        [0.94, 0.2, 0.05, 0],
        [0.2, 0.1, 6, 0],
        // At the top, where the other buttons are on larger screens.
        [0.94, 0.8, 0.05, 0.8],
        [0, 0.8, 0.05, 0.8],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.evaluate(
          async (to) => {
            const { editor, view } = window.store;
            const scroller = document.querySelector('[data-cobble-scroller]');
            while (innerWidth !== to.width || view.width !== scroller?.clientWidth)
              await new Promise(requestAnimationFrame);
            view.setZoom(to.zoom);
            const position = { x: to.x, y: to.y, width: to.size, height: to.size };
            editor.update([...editor.selection][0] ?? '', { position });
            // The canvas scrolls too, to keep what is in the middle there while it zooms.
            do {
              await new Promise(requestAnimationFrame);
              scroller.scrollTo({ top: to.scrollTop * view.pxPerUnit });
              await new Promise(requestAnimationFrame);
            } while (Math.abs(view.scrollTop - to.scrollTop * view.pxPerUnit) > 1);
          },
          // The page is then as wide as the window.
          { x, y, size, scrollTop, width, zoom: width === 375 ? 1 : 2 },
        );
        await replace();
        const where = JSON.stringify({ width, x, y, size, scrollTop });
        await eventually(async () => {
          const track = await page.getByRole('progressbar').boundingBox();
          const button = await page.getByRole('button', { name: 'Cancel upload' }).boundingBox();
          if (!track || !button) throw new Error('not shown');
          expect(track.width, where).to.be.above(60);
          // On phones, the bars are at the top and the bottom only.
          const [left, right, bottom] = width === 375 ? [8, 367, 680] : [68, 1212, 740];
          expect(track.x, where).to.be.above(left);
          expect(button.x + button.width, where).to.be.below(right);
          expect(button.y, where).to.be.at.least(68);
          expect(button.y + button.height, where).to.be.below(bottom);
        });
        await page.getByRole('button', { name: 'Cancel upload' }).click();
        await page.getByRole('progressbar').waitFor({ state: 'detached' });
      }
    await page.evaluate(() => {
      window.store.view.setZoom(1);
    });
  });
});
