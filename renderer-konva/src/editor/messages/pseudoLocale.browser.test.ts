import type { Editor, Kit } from '@cobble/engine';
import { LINK_PLATFORMS } from '@cobble/engine/platforms';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../../testing/eventually.ts';
import { type Harness, startHarness } from '../../testing/startHarness.ts';

/** Texts that are not translated: the page's address, the default text of blocks, units, brand names. */
const NAMES = new Set([
  'blank',
  'harness',
  'https://',
  'Button',
  'px',
  ...LINK_PLATFORMS.map(({ name }) => name),
]);

/** Blocks whose toolbars and popups are opened; more where tests may take longer. */
const TYPES = [
  ...['text', 'image', 'rich-button'],
  ...(process.env['CI'] ? ['shape', 'sticky-note', 'group', 'youtube'] : []),
];

describe('the editor in a pseudo-locale, with each message in brackets', function () {
  this.timeout(240_000);
  let harness: Harness;
  let page: Page;

  before(async () => {
    harness = await startHarness({ app: 'editor' });
    ({ page } = await open());
  });
  after(() => harness.stop());

  const open = (hash = '') => harness.open({ height: 900, hash });

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
      const isSelected = await page.evaluate((name) => {
        const editor: Editor<Kit> = window.store.editor;
        return editor.add({ type: name }).ok;
      }, type);
      if (!isSelected) continue;
      const toolbar = page.getByRole('toolbar', { name: '[Selection]' });
      await toolbar.waitFor();
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
    expect(popups).to.be.above(10);
  });

  it('keeps its text styles when the host’s body has others', async () => {
    const host = await page.addStyleTag({
      content: `body { font: italic small-caps 700 30px/3 serif; text-transform: uppercase;
        letter-spacing: 3px; word-spacing: 9px; text-align: center; text-indent: 20px;
        text-shadow: 1px 1px red; white-space: pre; hyphens: auto }`,
    });
    /** The texts that look different with the host's styles: all read at once, because texts change. */
    const lookDifferent = () =>
      host.evaluate((style) => {
        const names =
          'font text-transform letter-spacing word-spacing text-align text-indent text-shadow white-space hyphens';
        const [own = [], hosted = []] = [false, true].map((isHostStyled) => {
          if (style instanceof HTMLStyleElement) style.disabled = !isHostStyled;
          return [...document.querySelectorAll('body *')]
            .filter((element) =>
              [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE),
            )
            .filter((element) => element.closest('script, style') === null)
            .map((element) => {
              const computed = getComputedStyle(element);
              const values = names.split(' ').map((name) => computed.getPropertyValue(name));
              return [element.textContent.slice(0, 40), ...values].join(' | ');
            });
        });
        return hosted.filter((each) => !own.includes(each));
      });
    const found: string[] = [];
    const check = async (where: string) => {
      found.push(...(await lookDifferent()).map((each) => `${where}: ${each}`));
    };
    await check('context menu');
    await page.keyboard.press('Escape');
    await page.evaluate(() => {
      window.store.services.notify('[Toast]', { durationMs: 60_000 });
      window.store.editor.add({ type: 'rich-button' });
    });
    await page.getByText('[Toast]').waitFor();
    await check('toast and bars');
    const toolbar = page.getByRole('toolbar', { name: '[Selection]' });
    await toolbar.locator('button[aria-haspopup]').first().click();
    await page.getByRole('dialog').waitFor();
    await check('popup');
    await page.keyboard.press('Escape');
    await toolbar.locator('button[aria-haspopup]').nth(1).hover();
    await page.locator('[data-radix-popper-content-wrapper]').waitFor();
    await check('tooltip');
    await page.evaluate(() => {
      window.store.openDialog('keys');
    });
    await page.getByRole('dialog').waitFor();
    await check('dialog');
    expect(found).to.deep.equal([]);
  });

  for (const hash of ['', 'preview', 'read-only'])
    it(`loads the interface's fonts at /#${hash}, where the canvas may be absent`, async () => {
      const { page: opened, close } = await open(hash);
      await opened.waitForFunction(() =>
        [...document.fonts].some(
          ({ family, status }) => family.replaceAll('"', '') === 'Inter' && status !== 'unloaded',
        ),
      );
      await eventually(async () => {
        const families = await opened.evaluate(() =>
          [...document.fonts].map(({ family }) => family.replaceAll('"', '')),
        );
        expect(families).to.include.members(['Archivo Black', 'Roboto Mono']);
      });
      await close();
    });
});
