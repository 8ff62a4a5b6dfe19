import { fileURLToPath } from 'node:url';
import { LINK_PLATFORMS } from '@cobble/engine/platforms';
import { expect } from 'chai';
import { type Browser, chromium, type Page } from 'playwright-core';
import { buildHarness } from '../../testing/buildHarness.ts';

/** Texts that are not translated: the page's address, the default text of blocks, units, brand names. */
const NAMES = new Set([
  'blank',
  'harness',
  'https://',
  'Button',
  'px',
  ...LINK_PLATFORMS.map(({ name }) => name),
]);

/** Blocks whose toolbars and popups are opened. */
const TYPES = ['text', 'image', 'shape', 'rich-button', 'sticky-note', 'group', 'youtube'];

describe('the editor in a pseudo-locale, with each message in brackets', function () {
  this.timeout(60_000);
  let browser: Browser;
  let page: Page;

  before(async () => {
    const files = await buildHarness(
      fileURLToPath(new URL('../testing/pseudo-locale/', import.meta.url)),
    );
    browser = await chromium.launch({
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu'],
    });
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(4000);
    await page.route('**/*', (route) => {
      const { pathname } = new URL(route.request().url());
      const file = files.get(pathname === '/' ? '/index.html' : pathname);
      if (!file) return route.fulfill({ status: 404, body: '' });
      const body = typeof file.body === 'string' ? file.body : Buffer.from(file.body);
      return route.fulfill({ contentType: file.type, body });
    });
    await page.goto('http://editor.test/');
    await page.waitForFunction(() => 'store' in window);
  });
  after(() => browser.close());

  /** Returns the texts and labels on screen that do not come from the catalogue. */
  const untranslated = async () => {
    const texts = await page.evaluate(() => {
      const found = new Set<string>();
      // Not in the catalogue: keys, font names, and the page's own text and address.
      const ignored =
        'kbd, style, script, h1, [data-cobble-text], [data-block-item], [style*="font-family"]';
      for (const element of document.querySelectorAll('body *')) {
        if (element.closest(ignored)) continue;
        for (const node of element.childNodes)
          if (node.nodeType === Node.TEXT_NODE) found.add(node.textContent ?? '');
        for (const name of [
          'aria-label',
          'aria-valuetext',
          'title',
          'placeholder',
          'aria-description',
        ])
          found.add(element.getAttribute(name) ?? '');
      }
      return [...found];
    });
    return texts.filter(
      (text) =>
        /\p{L}{2}/u.test(text) && !text.includes('[') && !NAMES.has(text.replace(/^.*=/, '')),
    );
  };

  it('shows only messages of the catalogue in bars, toolbars, popups and dialogs', async () => {
    const found: string[] = [];
    const check = async (where: string) => {
      found.push(...(await untranslated()).map((text) => `${where}: ${text}`));
    };
    await check('bars');
    for (const dialog of ['conflict', 'keys', 'palette', 'rich-button'] as const) {
      await page.evaluate((name) => {
        window.store.openDialog(name);
      }, dialog);
      await page.getByRole('dialog').waitFor();
      await check(`dialog ${dialog}`);
      await page.evaluate(() => {
        window.store.closeDialog();
      });
    }
    let popups = 0;
    for (const type of TYPES) {
      await page.evaluate((name) => {
        window.store.editor.add({ type: name });
      }, type);
      const toolbar = page.getByRole('toolbar', { name: '[Selection]' });
      if (!(await toolbar.isVisible())) continue;
      const triggers = toolbar.locator('button[aria-haspopup]');
      for (let index = 0; index < (await triggers.count()); index += 1) {
        await triggers.nth(index).click();
        await check(`${type}, popup ${String(index)}`);
        popups += 1;
        await page.keyboard.press('Escape');
      }
    }
    await page.evaluate(() => {
      window.store.openMenu({ x: 300, y: 300, isTouch: false });
    });
    await check('context menu');
    expect(found).to.deep.equal([]);
    expect(popups).to.be.above(15);
  });
});
