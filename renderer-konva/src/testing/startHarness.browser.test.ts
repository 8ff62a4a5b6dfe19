import { expect } from 'chai';
import { settle } from './settle.ts';
import { type Harness, type HarnessPage, startHarness } from './startHarness.ts';

describe('pages of the harness', function () {
  this.timeout(60_000);
  let harness: Harness;
  before(async () => {
    harness = await startHarness();
  });
  after(() => harness.stop());

  /** What a test could notice of an earlier one. */
  const stateOf = async ({ page, errors }: HarnessPage) => {
    await page.evaluate(() => {
      const style = document.head.appendChild(document.createElement('style'));
      style.textContent = 'html { height: 100% }';
      Object.assign(window, { seen: {} });
      addEventListener('click', ({ ctrlKey, shiftKey, altKey, metaKey, buttons }) => {
        Object.assign(window, { seen: { ctrlKey, shiftKey, altKey, metaKey, buttons } });
      });
    });
    await settle(page);
    const isHovered = await page.evaluate(() => document.documentElement.matches(':hover'));
    await page.mouse.click(10, 10);
    const found = await page.evaluate(async () => ({
      size: [innerWidth, innerHeight, devicePixelRatio],
      media: ['reduced-motion: reduce', 'contrast: more', 'color-scheme: dark']
        .map((query) => matchMedia(`(prefers-${query})`).matches)
        .concat(matchMedia('(forced-colors: active)').matches, matchMedia('print').matches),
      click: Reflect.get(window, 'seen') as unknown,
      status: (await fetch('/assets/nothing')).status,
      isMarked: 'marked' in window,
      stored: [localStorage.length, sessionStorage.length, document.cookie],
    }));
    return { ...found, isHovered, errors: errors.filter((error) => !error.includes('404')) };
  };

  it('are opened again with nothing left from the test that closed them', async () => {
    const fresh = await harness.open({ isNew: true });
    const expected = await stateOf(fresh);
    const { page } = fresh;
    await page.route('**/assets/*', (route) => route.fulfill({ body: 'found' }));
    await page.emulateMedia({
      ...{ media: 'print', colorScheme: 'dark', reducedMotion: 'reduce' },
      ...{ forcedColors: 'active', contrast: 'more' },
    });
    await page.setViewportSize({ width: 500, height: 400 });
    await page.evaluate(() => {
      Object.assign(window, { marked: true });
      for (const storage of [localStorage, sessionStorage]) storage.setItem('marked', 'true');
      document.cookie = 'marked=true';
      addEventListener('pagehide', () => {
        localStorage.setItem('left', 'true');
      });
    });
    await page.mouse.move(200, 200);
    await page.mouse.down();
    await page.mouse.down({ button: 'right' });
    for (const key of ['Shift', 'Control', 'Alt', 'Meta']) await page.keyboard.down(key);
    expect(await page.evaluate(() => document.documentElement.matches(':hover'))).to.equal(true);
    await fresh.close();

    const again = await harness.open();
    expect(again.page, 'the same page').to.equal(page);
    expect(await stateOf(again)).to.deep.equal(expected);
    await again.close();
  });

  it('are not opened again while they are open, or after a test that did not close them', async () => {
    const [one, other] = [await harness.open(), await harness.open()];
    expect(one.page).to.not.equal(other.page);
    await one.close();
    await harness.stop();
    expect(other.page.isClosed()).to.equal(true);
    const again = await harness.open();
    expect(again.page).to.equal(one.page);
    await again.page.context().close();
    const last = await harness.open();
    expect(last.page).to.not.equal(again.page);
    await last.close();
  });
});
