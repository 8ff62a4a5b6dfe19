import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { axeProblems } from '../testing/axe.ts';
import { noticed } from '../testing/notices.ts';
import { useHarness } from '../testing/useHarness.ts';
import { keyLabel, parseKey } from '@cobble/renderer-konva/editor';
import { EditorDriver } from './EditorDriver.ts';

/** Keys that work the same way in every application. */
const UNIVERSAL_KEYS = new Set(['Tab', 'Shift+Tab', 'Enter', 'Escape']);

/** Greater than the number of Tab stops on the screen. */
const MAX_STOPS = 60;

/**
 * Builds and publishes a page of six blocks, two of them grouped, without a pointer. Each test
 * continues from the previous one.
 */
describe('creating a page by keyboard alone [AY3]', function () {
  this.timeout(120_000);
  this.bail(true);
  const harness = useHarness();
  let page: Page;
  let editor: EditorDriver;
  const problems: string[] = [];

  before(async function () {
    this.timeout(120_000);
    ({ page } = await harness.newUser('finch'));
    page.on('pageerror', (error) => problems.push(error.message));
    editor = new EditorDriver(page);
    await editor.ready();
    page.setDefaultTimeout(20_000);
    await page.evaluate(() => {
      for (const type of ['pointerdown', 'mousedown', 'touchstart'])
        window.addEventListener(
          type,
          () => {
            throw new Error(`A pointer was used: ${type}`);
          },
          { capture: true },
        );
    });
  });
  afterEach(async () => {
    expect(problems, 'errors in the page').to.deep.equal([]);
    expect(await axeProblems(page)).to.deep.equal([]);
  });

  const used = new Set<string>();
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) {
      used.add(key);
      await page.keyboard.press(key);
    }
  };
  const pressTimes = (times: number, key: string): Promise<void> =>
    press(...new Array<string>(times).fill(key));
  /** The focused element: its name, its toolbar's name, and whether its focus is visible. */
  const focus = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return { name: '', bar: '', isVisible: false };
      const style = getComputedStyle(element);
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
      return {
        name: element.getAttribute('aria-label') ?? label ?? element.textContent.trim(),
        bar: element.closest('[role="toolbar"]')?.getAttribute('aria-label') ?? '',
        isVisible: style.outlineStyle !== 'none' || style.boxShadow !== 'none',
      };
    });
  const matches = (name: string, target: string | RegExp) =>
    typeof target === 'string' ? name === target : target.test(name);
  /** Presses a key until an element has focus. Focus must be visible at each stop in a toolbar. */
  const goTo = async (target: string | RegExp, key = 'Tab'): Promise<void> => {
    const seen: string[] = [];
    for (let step = 0; step < MAX_STOPS; step += 1) {
      const { name, bar, isVisible } = await focus();
      if (bar !== '') expect(isVisible, `the focus on ${name} is visible`).to.equal(true);
      if (matches(name, target)) return;
      seen.push(name);
      await page.keyboard.press(key);
    }
    throw new Error(`${String(target)} is not reached by ${key}: ${seen.join(', ')}`);
  };
  /** Focuses a toolbar button and presses it. */
  const pressIn = async (bar: string, button: string | RegExp): Promise<void> => {
    await page.getByRole('toolbar', { name: bar, exact: true }).waitFor();
    await press('Alt+F10');
    for (let attempt = 0; attempt < 8 && !matches((await focus()).bar, bar); attempt += 1)
      await press('Alt+F10');
    expect((await focus()).bar).to.equal(bar);
    const isVertical = await page.evaluate(
      () =>
        document.activeElement?.closest('[role="toolbar"]')?.getAttribute('aria-orientation') ===
        'vertical',
    );
    await goTo(button, isVertical ? 'ArrowDown' : 'ArrowRight');
    await page.keyboard.press('Enter');
  };
  const typesOf = () =>
    editor.evaluate(({ blocks, sectionIds }) =>
      [...blocks.values()]
        .filter(({ uuid }) => !sectionIds.includes(uuid))
        .map(({ type }) => type)
        .sort(),
    );
  const selected = () => editor.evaluate(({ selectedBlocks }) => selectedBlocks[0] ?? null);
  const expectAnnounced = (text: string | RegExp) =>
    page.getByRole('status').filter({ hasText: text }).first().waitFor({ state: 'attached' });
  const waitForFocus = async (): Promise<void> => {
    await page.waitForFunction(() => document.activeElement !== document.body);
  };
  /**
   * Waits until the focus has moved from a popup to the new block, past the button that opened it.
   */
  const waitForFocusOnCanvas = async (): Promise<void> => {
    await page.waitForFunction(
      () =>
        document.activeElement !== document.body &&
        !document.activeElement?.closest('[role="toolbar"], [role="dialog"]'),
    );
  };

  it('closes the first page’s dialogs and empties the page', async () => {
    await page.getByRole('dialog').waitFor();
    await goTo('Continue');
    await press('Enter');
    await page.getByText('Your page is live').waitFor();
    await goTo('Close');
    await press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await waitForFocus();
    for (let attempt = 0; attempt < 6 && (await typesOf()).length > 0; attempt += 1)
      await press('Control+a', 'Delete');
    expect(await typesOf()).to.deep.equal([]);
    await expectAnnounced(/deleted/);
  });

  it('types a text and styles it', async () => {
    await press('t');
    await page.locator('.ProseMirror').waitFor();
    await page.keyboard.type('Fresh bread on Saturdays');
    await press('Escape');
    await waitForFocus();
    await pressIn('Selection', /^Font size/);
    await page.getByRole('dialog', { name: /size/i }).waitFor();
    await goTo(/^Large/, 'ArrowDown');
    await press('Enter');
    await page.getByRole('dialog', { name: /size/i }).waitFor({ state: 'detached' });
    await waitForFocusOnCanvas();
    await pressIn('Selection', /colou?r/i);
    await goTo(/hex/i);
    await press('Control+a');
    await page.keyboard.type('#2B4EFF');
    await press('Enter', 'Escape');
    const text = await selected();
    expect(JSON.stringify(text?.content)).to.contain('Fresh bread').and.to.contain('"fontSize":32');
  });

  it('adds a note, a shape from the picker and a button with a link', async () => {
    await press('n');
    await page.locator('.ProseMirror').waitFor();
    await page.keyboard.type('Closed on Mondays');
    await press('Escape');
    await page.locator('.ProseMirror').waitFor({ state: 'detached' });
    await waitForFocusOnCanvas();
    await pressIn('Tools', 'Shape');
    await page.getByRole('dialog', { name: 'Shapes' }).waitFor();
    await goTo('Star', 'ArrowRight');
    await press('Enter');
    await waitForFocusOnCanvas();
    await pressIn('Tools', 'Button');
    await page.getByRole('dialog', { name: 'Add a button' }).waitFor();
    await goTo('Link');
    await page.keyboard.type('https://example.org/order');
    await press('Tab');
    await page.keyboard.type('Order a loaf');
    await press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await waitForFocus();
    expect(await typesOf()).to.deep.equal(['rich-button', 'shape', 'sticky-note', 'text']);
  });

  it('moves, resizes, rotates and reorders blocks, with announcements', async () => {
    await press('r');
    const before = await selected();
    await pressTimes(5, 'Shift+ArrowDown');
    await expectAnnounced(/from the left/);
    await pressTimes(4, 'Control+Shift+ArrowRight');
    await expectAnnounced(/wide/);
    await press('Shift+>', '[');
    await expectAnnounced(/at the back/);
    const after = await selected();
    expect(after?.position.rotationDeg).to.equal(15);
    expect((after?.position.width ?? 0) - (before?.position.width ?? 0)).to.be.closeTo(
      32 / 600,
      1e-3,
    );
    expect((after?.position.y ?? 0) - (before?.position.y ?? 0)).to.be.closeTo(40 / 600, 0.01);
  });

  it('selects two blocks, aligns and groups them [KB5]', async () => {
    await press('o');
    await expectAnnounced(/added/);
    await page.locator('[data-cobble-scroller]').waitFor();
    // From the oval to the rectangle, with the oval still selected.
    await press('Tab', 'Shift+Tab');
    const [oval] = await editor.evaluate(({ selection }) => [...selection]);
    await press('Space');
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await press('Tab');
      const shapes = await editor.evaluate(
        ({ selectedBlocks }) => selectedBlocks.filter(({ type }) => type === 'shape').length,
      );
      if (shapes === 2) break;
    }
    expect(await editor.evaluate(({ selection }) => [...selection])).to.include(oval);
    await press('Alt+a');
    const left = await editor.evaluate(({ selectedBlocks, index }) =>
      selectedBlocks.map(({ uuid }) => Math.round((index.boundsOf(uuid)?.x ?? 0) * 1000)),
    );
    expect(new Set(left).size).to.equal(1);
    await press('Control+g');
    await expectAnnounced('2 blocks grouped');
    const types = await typesOf();
    expect(types).to.include('group');
    expect(
      await editor.evaluate(
        ({ blocks, sectionIds }) =>
          [...blocks.values()].filter((block) => sectionIds.includes(block.parentUuid ?? ''))
            .length,
      ),
    ).to.equal(5);
  });

  it('opens the list of shortcuts, which includes every key used here, and returns the focus [KB6]', async () => {
    await press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.getByText('Rotate clockwise').waitFor();
    const listed = await page.locator('kbd').allTextContents();
    const unlisted = [...used].filter((key) => {
      // Shift enlarges the steps of the arrows, and is needed to type `>`.
      const plain = key.replace('Control', 'Ctrl').replace(/Shift\+(?=Arrow|>)/, '');
      return !UNIVERSAL_KEYS.has(key) && !listed.includes(keyLabel(parseKey(plain), false));
    });
    expect(unlisted, 'keys that are not in the list').to.deep.equal([]);
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await waitForFocus();
  });

  it('previews and publishes the page, which is then public', async () => {
    await press('Control+.');
    await page.locator('iframe[title="Preview of the page"]').waitFor();
    await press('Control+.');
    await pressIn('Page', 'Publish');
    await noticed(page, 'Page published');
    await waitForFocus();
    const visitor = await harness.browser.newPage();
    await visitor.goto(harness.url.replace('://', '://finch.'));
    await visitor.getByText('Fresh bread on Saturdays').waitFor();
    await visitor.getByText('Closed on Mondays').waitFor();
    const link = visitor.getByRole('link', { name: 'Order a loaf' });
    expect(await link.getAttribute('href')).to.equal('https://example.org/order');
    expect(await axeProblems(visitor)).to.deep.equal([]);
    await visitor.close();
  });
});
