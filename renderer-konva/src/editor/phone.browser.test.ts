import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../testing/eventually.ts';
import { useHarnessPage } from '../testing/useHarnessPage.ts';

const TARGET_PX = 44;

describe('the editor on a phone', function () {
  this.timeout(60_000);
  const shown = useHarnessPage({
    app: 'editor',
    hash: 'english',
    width: 375,
    height: 667,
    touch: true,
  });
  let page: Page;

  before(async () => {
    ({ page } = shown);
    await page.evaluate(() => {
      const { editor } = window.store;
      const position = { x: 0.1, y: 0.1, width: 0.4, height: 0.2 };
      editor.add({ type: 'text', uuid: 'text', position }).unwrap();
      editor.add({ type: 'sticky-note', uuid: 'note', position }).unwrap();
    });
  });

  const select = (uuid: string) =>
    page.evaluate((id) => {
      window.store.editor.select([id]);
    }, uuid);
  const toolbar = () => page.getByRole('toolbar', { name: 'Selection' });

  /** How high the area is that takes taps for an element, px, in the column of its middle. */
  const heightForTaps = (element: Locator) =>
    element.evaluate((target) => {
      target.scrollIntoView({ block: 'center' });
      const { left, width } = target.getBoundingClientRect();
      let count = 0;
      for (let y = 0; y < innerHeight; y += 1)
        if (target.contains(document.elementFromPoint(left + width / 2, y))) count += 1;
      return count;
    });

  const finishAnimations = (sheet: Locator) =>
    sheet.evaluate((element) =>
      Promise.allSettled(element.getAnimations().map(({ finished }) => finished)),
    );

  describe('with the sheet of a colour', () => {
    let sheet: Locator;
    beforeEach(async () => {
      await select('text');
      await toolbar().getByRole('button', { name: 'Text colour' }).tap();
      sheet = page.getByRole('dialog', { name: 'Text colour' });
      await finishAnimations(sheet);
    });
    afterEach(async () => {
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });
    });

    it('shows its title and takes taps on "Done" where the picker is scrolled below them [ED2]', async () => {
      const covers = await sheet.evaluate((element) => {
        const head = element.firstElementChild;
        if (!head) return null;
        const bar = head.getBoundingClientRect();
        return [...element.querySelectorAll('.react-colorful__pointer')].map((thumb) => {
          element.scrollTop += thumb.getBoundingClientRect().top - bar.top;
          const { left, top, width, height } = thumb.getBoundingClientRect();
          if (Math.abs(top - bar.top) > 2) return 'not below the title';
          return head.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        });
      });
      expect(covers).to.deep.equal([true, true, true]);
    });

    it('has swatches and sliders of at least 44 px that can be told apart [ED2]', async () => {
      for (const width of [360, 375]) {
        await page.setViewportSize({ width, height: 667 });
        for (const swatch of await sheet.locator('[aria-pressed]').all()) {
          const box = await swatch.boundingBox();
          expect(box?.width, String(width)).to.be.at.least(TARGET_PX);
          expect(box?.height, String(width)).to.be.at.least(TARGET_PX);
          expect(box?.x, String(width)).to.be.at.least(0);
          expect((box?.x ?? 0) + (box?.width ?? 0)).to.be.at.most(width);
        }
        expect(
          await sheet.evaluate((element) => element.scrollWidth - element.clientWidth),
        ).to.equal(0);
        for (const name of ['Hue', 'Opacity'])
          expect(await heightForTaps(sheet.getByRole('slider', { name })), name).to.be.at.least(
            TARGET_PX,
          );
      }
      await page.setViewportSize({ width: 375, height: 667 });
    });
  });

  it('has a touch target of 44 px for "Open in a new tab" in the sheet of a link [ED2]', async () => {
    await select('text');
    await page.evaluate(() => window.store.editor.startTextEditing('text'));
    await toolbar().getByRole('button', { name: 'Add link' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Add link' });
    await finishAnimations(sheet);
    const row = sheet.locator('label', { hasText: 'Open in a new tab' });
    expect(await heightForTaps(row)).to.be.at.least(TARGET_PX);
    await sheet.getByRole('button', { name: 'Done' }).tap();
    await sheet.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
  });

  it('has links in toasts that are at least 44 px large [ED2]', async () => {
    await page.evaluate(() => {
      window.store.notify('Page published', {
        durationMs: 60_000,
        action: { label: 'View', href: 'https://a.example/' },
      });
    });
    const link = page.getByRole('link', { name: 'View' });
    // The toast is still moving.
    const sizeOf = (element: Locator) =>
      element.evaluate((each: HTMLElement) => [each.offsetWidth, each.offsetHeight] as const);
    const [width, height] = await sizeOf(link);
    expect(width).to.be.at.least(TARGET_PX);
    expect(height).to.be.at.least(TARGET_PX);
    const [, toastHeight] = await sizeOf(page.getByRole('status').filter({ has: link }));
    expect(toastHeight, 'the toast stays as low as it was').to.be.at.most(64);
    await page.getByRole('button', { name: 'Dismiss' }).tap();
    await link.waitFor({ state: 'detached' });
  });

  it('does not mention Escape to screen readers, a key that it does not have [AY6]', async () => {
    await page.evaluate(() => {
      window.store.editor.startTextEditing('note');
    });
    const field = page.getByRole('textbox', { name: 'sticky note', exact: true });
    expect(await field.getAttribute('aria-description')).to.equal(null);
    await toolbar().getByRole('button', { name: 'Done' }).tap();
    await field.waitFor({ state: 'detached' });
  });

  it('shows the first controls for a block after those of another one were scrolled [ED34]', async () => {
    await select('text');
    const scroll = (by: number) =>
      toolbar().evaluate((element, px) => (element.scrollLeft += px), by);
    expect(await scroll(200)).to.equal(200);
    await page.evaluate(() => {
      window.store.editor.update('text', { styles: { opacity: 0.9 } });
    });
    expect(await scroll(0), 'an edit of the same block keeps it').to.equal(200);
    await select('note');
    await toolbar().getByRole('button', { name: 'Note colour' }).waitFor();
    await eventually(async () => {
      expect(await scroll(0)).to.equal(0);
    });
  });
});
