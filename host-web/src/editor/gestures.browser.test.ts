import { expect } from 'chai';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { axeProblems } from '../testing/axe.ts';
import { noticed } from '../testing/notices.ts';
import { useHarness } from '../testing/useHarness.ts';
import { EditorDriver, type Point } from '../e2e/EditorDriver.ts';

/**
 * Lays out the test page: two sections, the first with two stars and space between them. Returns the
 * stars.
 */
async function layOut(driver: EditorDriver): Promise<readonly string[]> {
  // A test may have left the canvas scrolled, or still scrolling.
  await driver.scrollTo(0);
  return driver.evaluate((editor) => {
    editor.reset();
    const [first = '', ...others] = editor.sectionIds;
    editor.remove(
      [...editor.blocks.values()].flatMap((block) =>
        block.parentUuid === first || others.includes(block.uuid) ? [block.uuid] : [],
      ),
    );
    editor.resizeSection(first, { height: 0.9 });
    editor.addSection();
    const star = { shapeType: 'star', shapeColor: '#FFB52E' };
    const stars = editor.add(
      [0.1, 0.5].map((x) => ({
        type: 'shape',
        position: { x, y: 0.2, width: 0.2, height: 0.2 },
        content: star,
      })),
      { select: false },
    );
    return stars.unwrap();
  });
}

describe('gestures in the editor, on the real server', function () {
  this.timeout(60_000);
  const harness = useHarness();
  let context: BrowserContext;
  let page: Page;
  let driver: EditorDriver;
  let star1: string;
  let star2: string;

  before(async function () {
    this.timeout(120_000);
    const permissions = ['clipboard-read', 'clipboard-write'];
    ({ context, page } = await harness.newUser('robin', { permissions }));
    page.setDefaultTimeout(15_000);
    driver = new EditorDriver(page);
    await driver.ready();
    await page
      .getByRole('dialog', { name: 'Welcome' })
      .getByRole('button', { name: 'Close' })
      .click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
  beforeEach(async () => {
    [star1 = '', star2 = ''] = await layOut(driver);
    await page.locator('[data-cobble-scroller]').focus();
  });

  const bar = (name: string) => page.getByRole('toolbar', { name, exact: true });
  const mode = () => driver.evaluate((editor) => editor.mode.name);
  const drawings = () =>
    driver.evaluate((editor) =>
      [...editor.blocks.values()].filter(({ type }) => type === 'drawing').map(({ uuid }) => uuid),
    );
  const strokes = () =>
    driver.evaluate((editor) => editor.drawing?.strokes.map((each) => each) ?? []);
  const select = (uuid: string) =>
    driver.evaluate((editor, id) => {
      editor.select([id]);
    }, uuid);
  const selection = () => driver.evaluate((editor) => [...editor.selection]);

  it('draws with pen and highlighter in several widths and colours, and commits the drawing', async () => {
    await bar('Tools').getByRole('button', { name: 'Draw' }).click();
    await bar('Drawing').waitFor();
    // The other bars are hidden.
    for (const name of ['Tools', 'Page', 'View', 'Cobble'])
      await bar(name).waitFor({ state: 'hidden' });
    await driver.drag({ x: 400, y: 480 }, { x: 600, y: 500 });
    await bar('Drawing').getByRole('button', { name: 'Thick' }).click();
    await bar('Drawing').getByRole('button', { name: 'Purple' }).click();
    await driver.drag({ x: 400, y: 510 }, { x: 600, y: 520 });
    await bar('Drawing').getByRole('button', { name: 'Highlighter' }).click();
    await driver.drag({ x: 400, y: 540 }, { x: 600, y: 540 });
    expect(
      (await strokes()).map(({ tool, color, widthPx }) => ({ tool, color, widthPx })),
    ).to.deep.equal([
      { tool: 'pen', color: '#000000', widthPx: 4 },
      { tool: 'pen', color: '#7C3AED', widthPx: 12 },
      { tool: 'highlighter', color: '#FFDE33', widthPx: 12 },
    ]);
    await bar('Drawing').getByRole('button', { name: 'Undo' }).click();
    expect(await strokes()).to.have.length(2);
    await bar('Drawing').getByRole('button', { name: 'Redo' }).click();
    expect(await strokes()).to.have.length(3);
    await page.keyboard.press('Control+z');
    expect(await strokes()).to.have.length(2);
    expect(await axeProblems(page)).to.deep.equal([]);
    await bar('Drawing').getByRole('button', { name: 'Keep' }).click();
    expect(await drawings()).to.have.length(1);
    expect(await mode()).to.equal('drawing');
    await bar('Drawing').getByRole('button', { name: 'Keep', disabled: true }).waitFor();
    await bar('Drawing').getByRole('button', { name: 'Exit' }).click();
    await bar('Tools').waitFor();
    expect(await mode()).to.equal('layout');
  });

  it('starts and ends drawing with D, commits with Enter, and ends drawing with another tool [GS11]', async () => {
    await page.keyboard.press('d');
    await driver.drag({ x: 400, y: 480 }, { x: 600, y: 500 });
    await page.keyboard.press('Enter');
    expect(await drawings()).to.have.length(1);
    await driver.drag({ x: 400, y: 520 }, { x: 600, y: 540 });
    await page.keyboard.press('d');
    expect(await drawings()).to.have.length(2);
    await page.keyboard.press('d');
    await driver.drag({ x: 400, y: 560 }, { x: 600, y: 570 });
    await page.keyboard.press('Escape');
    expect(await drawings()).to.have.length(3);
    await page.keyboard.press('d');
    await driver.drag({ x: 420, y: 480 }, { x: 620, y: 500 });
    await page.keyboard.press('n');
    await page.locator('.ProseMirror').waitFor();
    expect(await drawings()).to.have.length(4);
  });

  it('ignores keys that add, remove or open something during a drag [KB4]', async () => {
    const star = await driver.centerOf(star1);
    await page.mouse.move(star.x, star.y);
    await page.mouse.down();
    await page.mouse.move(star.x + 60, star.y + 60, { steps: 4 });
    const keys = ['t', 'n', 'r', 'd', ']', '?', 'Delete', 'Shift+F10'];
    for (const key of [
      ...keys,
      ...['d', 'x', 'v', 'k', '.', 'e', 'g'].map((each) => `Control+${each}`),
    ])
      await page.keyboard.press(key);
    expect(await mode()).to.equal('translating');
    await page.mouse.up();
    expect(await selection()).to.deep.equal([star1]);
    expect(await driver.evaluate((editor) => editor.blocks.size)).to.equal(4);
    expect(await driver.evaluate((editor, id) => editor.boxOf(id)?.x, star1)).to.be.closeTo(
      0.2,
      0.01,
    );
    for (const role of ['dialog', 'menu'] as const)
      expect(await page.getByRole(role).count()).to.equal(0);
    await page.keyboard.press('Control+z');
    expect(await driver.evaluate((editor, id) => editor.boxOf(id)?.x, star1)).to.be.closeTo(
      0.1,
      0.001,
    );
  });

  it('opens the context menu by right click, the Menu key and Shift+F10 [ED9]', async () => {
    const menu = page.getByRole('menu');
    const star = await driver.centerOf(star1);
    await page.mouse.click(star.x, star.y, { button: 'right' });
    await menu.waitFor();
    expect(await selection()).to.deep.equal([star1]);
    const names = await menu.getByRole('menuitem').allInnerTexts();
    for (const name of ['Cut', 'Copy', 'Paste', 'Duplicate', 'Lock', 'Add link', 'Delete'])
      expect(names.join('\n')).to.contain(name);
    expect(await axeProblems(page)).to.deep.equal([]);
    await menu.getByRole('menuitem', { name: 'Copy' }).click();
    await noticed(page, '1 block copied');
    await menu.waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+F10');
    await menu.waitFor();
    // Moving through the items and closing the menu runs none of them.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    expect(await selection()).to.deep.equal([star1]);
    await page.keyboard.press('ContextMenu');
    await menu.waitFor();
    // A menu opened right after another closed stays open, although focus returns later.
    await page.evaluate(async () => {
      for (const key of ['Escape', 'ContextMenu']) {
        const to = document.querySelector('[role="menu"]') ?? document.body;
        to.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        while (key === 'Escape' && document.querySelector('[role="menu"]')) await Promise.resolve();
      }
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    });
    await menu.getByRole('menuitem', { name: 'Paste' }).click();
    await noticed(page, '1 block pasted');
    await menu.waitFor({ state: 'detached' });
    await page.mouse.click(1000, 560, { button: 'right' });
    await menu.waitFor();
    expect(await menu.getByRole('menuitem').count()).to.equal(2);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
  });

  it('copies blocks by key and menu: their text into text fields, the blocks into another tab and back [PS3, X20]', async () => {
    await driver.evaluate((editor) => {
      editor.add(
        ['Rye & <wheat>', 'Open daily'].map((text, index) => ({
          type: 'text',
          content: {
            text: {
              type: 'doc',
              content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
            },
          },
          position: { x: 0.1, y: 0.5 + 0.2 * index, width: 0.4 },
        })),
      );
    });
    const words = 'Rye & <wheat>\nOpen daily';
    const openMenu = async (on: Page) => {
      await on.locator('[data-cobble-scroller]').focus();
      await on.keyboard.press('Shift+F10');
      return on.getByRole('menu');
    };
    const copies: Readonly<Record<string, (on: Page) => Promise<void>>> = {
      key: (on) => on.keyboard.press('Control+c'),
      menu: async (on) => (await openMenu(on)).getByRole('menuitem', { name: 'Copy' }).click(),
    };
    const pastes: Readonly<Record<string, (on: Page) => Promise<void>>> = {
      key: (on) => on.keyboard.press('Control+v'),
      menu: async (on) => (await openMenu(on)).getByRole('menuitem', { name: 'Paste' }).click(),
    };
    const selectionOf = (on: Page) =>
      on.evaluate(() => [...(window.cobble?.editor.selection ?? [])]);
    /** Pastes two blocks into a tab, which selects them. Returns their ids. */
    const pasteInto = async (on: Page, how: string): Promise<readonly string[]> => {
      await on.bringToFront();
      await on.locator('[data-cobble-scroller]').focus();
      const before = await selectionOf(on);
      await pastes[how]?.(on);
      await on.waitForFunction((old) => {
        const ids = [...(window.cobble?.editor.selection ?? [])];
        return ids.length === 2 && !ids.some((id) => old.includes(id));
      }, before);
      return selectionOf(on);
    };
    const field = await context.newPage();
    const tab = await context.newPage();
    try {
      await tab.goto(page.url());
      await new EditorDriver(tab).ready();
      for (const how of ['key', 'menu']) {
        await page.bringToFront();
        await page.locator('[data-cobble-scroller]').focus();
        await copies[how]?.(page);
        await noticed(page, '2 blocks copied');
        await field.bringToFront();
        await field.setContent('<textarea></textarea>');
        await field.locator('textarea').focus();
        await field.keyboard.press('Control+v');
        expect(await field.locator('textarea').inputValue(), how).to.equal(words);
        await pasteInto(tab, how);
        await copies[how]?.(tab);
        await noticed(tab, '2 blocks copied');
        await pasteInto(page, how);
        const pasted = await driver.evaluate((editor) => editor.copy()?.text);
        expect(pasted, how).to.equal(words);
      }
    } finally {
      await Promise.all([field.close(), tab.close()]);
      await page.bringToFront();
    }
  });

  it('links, groups, ungroups, locks, reorders and deletes through the menu [ED9]', async () => {
    const menu = page.getByRole('menu');
    const choose = async (name: string) => {
      const star = await driver.centerOf(star2);
      await page.mouse.click(star.x, star.y, { button: 'right' });
      await menu.getByRole('menuitem', { name, exact: false }).first().click();
    };
    await choose('Add link');
    const dialog = page.getByRole('dialog', { name: 'Add link' });
    await dialog.getByRole('combobox', { name: 'Link' }).fill('https://example.org/');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.waitFor({ state: 'detached' });
    const block = () => driver.evaluate((editor, id) => editor.blocks.get(id), star2);
    expect((await block())?.properties.hyperlink).to.equal('https://example.org/');
    await choose('Send to back');
    const [lowest] = await driver.evaluate((editor) =>
      editor.childrenOf(editor.sectionIds[0] ?? '').map(({ uuid }) => uuid),
    );
    expect(lowest).to.equal(star2);
    await driver.evaluate((editor, ids) => {
      editor.select(ids.split(' '));
    }, `${star1} ${star2}`);
    // Between the two blocks, where users open the menu after a marquee.
    await page.mouse.click(340 + 0.4 * 600, 0.3 * 600, { button: 'right' });
    await menu.getByRole('menuitem', { name: 'Group' }).first().click();
    const [group = ''] = await selection();
    expect(await driver.evaluate((editor, id) => editor.childrenOf(id).length, group)).to.equal(2);
    await choose('Ungroup');
    expect(await selection()).to.have.members([star1, star2]);
    expect(await driver.evaluate((editor, id) => editor.blocks.has(id), group)).to.equal(false);
    await page.keyboard.press('Escape');
    await choose('Lock');
    expect((await block())?.locked).to.equal(true);
    await choose('Unlock');
    await choose('Delete');
    expect(await block()).to.equal(undefined);
  });

  it('shows rails and the canvas-size toggle in Advanced mode and stores both preferences [ED5]', async () => {
    const stored = () =>
      page.evaluate(() => JSON.parse(localStorage.getItem('cobble.preferences') ?? '{}') as object);
    await page.getByRole('switch', { name: 'Advanced mode' }).click();
    expect(await stored()).to.include({ advancedModeEnabled: true, advancedSidebarOpened: true });
    // The window is between 340 and 940 px; the left rail is next to it.
    await driver.drag({ x: 322, y: 400 }, { x: 322, y: 460 });
    const [first] = await driver.evaluate((editor) =>
      editor.sectionIds.map((id) => editor.boxOf(id)),
    );
    expect(first?.height).to.be.closeTo(1, 0.01);
    await driver.drag({ x: 322, y: 112 }, { x: 276, y: 112 });
    expect(await driver.evaluate((editor) => editor.fields.settings.referenceWidth)).to.equal(700);
    await page.keyboard.press('Control+z');
    const scroller = page.locator('[data-cobble-scroller]');
    const size = async () => {
      const box = await scroller.boundingBox();
      return box && [box.width, box.height];
    };
    const view = bar('View');
    await view.getByRole('button', { name: 'Phone, 375 × 667' }).click();
    expect(await size()).to.deep.equal([375, 667]);
    // The page is as wide as the phone, and a dragged block follows the pointer.
    const before = await driver.evaluate((editor, id) => editor.boxOf(id), star1);
    const star = { x: 452 + 0.2 * 375, y: 66 + 0.3 * 375 };
    await driver.drag(star, { x: star.x + 75, y: star.y + 120 });
    const moved = await driver.evaluate((editor, id) => editor.boxOf(id), star1);
    expect((moved?.x ?? 0) - (before?.x ?? 0)).to.be.closeTo(0.2, 0.01);
    // The toolbar is next to the block, wherever the canvas is.
    await bar('Selection').waitFor();
    const tools = await bar('Selection').boundingBox();
    expect(Math.abs((tools?.x ?? 0) + (tools?.width ?? 0) / 2 - (star.x + 75))).to.be.below(260);
    await view.getByRole('button', { name: 'Desktop' }).click();
    expect(await size()).to.deep.equal([1280, 800]);
    await view.getByRole('button', { name: 'Phone, 375 × 667' }).click();
    await page.getByRole('switch', { name: 'Advanced mode' }).click();
    expect(await size()).to.deep.equal([1280, 800]);
    await view.getByRole('button', { name: 'Desktop' }).waitFor({ state: 'detached' });
    expect(await stored()).to.include({ advancedModeEnabled: false, advancedSidebarOpened: false });
  });

  it('adds a text with a click while the typewriter is on, and its button says Done [ED10]', async () => {
    await page.keyboard.press('Control+e');
    await bar('Tools').getByRole('button', { name: 'Done' }).waitFor();
    await page.mouse.click(700, 460);
    await page.locator('.ProseMirror').waitFor();
    await page.keyboard.type('Here');
    await page.keyboard.press('Escape');
    const text = await driver.evaluate((editor) =>
      JSON.stringify(editor.selectedBlocks.map(({ content }) => content)),
    );
    // The text replaced the placeholder.
    expect(text).to.contain('"text":"Here"');
    await bar('Tools').getByRole('button', { name: 'Done' }).click();
    await bar('Tools').getByRole('button', { name: 'Typewriter' }).waitFor();
  });

  it('finds commands by name with Ctrl+K, and adds a link with it inside text [ED4]', async () => {
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Find a command' });
    await dialog.getByRole('combobox', { name: 'Command' }).waitFor();
    expect(await axeProblems(page)).to.deep.equal([]);
    await page.keyboard.type('zo');
    await page.keyboard.press('ArrowDown');
    const active = dialog.getByRole('option', { selected: true });
    expect(await active.innerText()).to.contain('Zoom out');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('rect');
    expect(await dialog.getByRole('option').count()).to.equal(1);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.waitForFunction(() => window.cobble?.editor.selectedBlocks[0]?.type === 'shape');

    await page.keyboard.press('t');
    await page.locator('.ProseMirror').waitFor();
    await page.keyboard.type('Words');
    // The keys zoom the canvas, not the browser's page.
    const hasZoom = (zoom: string) =>
      page.locator(`[data-cobble-scroller][data-zoom="${zoom}"]`).waitFor();
    await page.keyboard.press('Control+=');
    await hasZoom('1.25');
    await page.keyboard.press('Control+-');
    await hasZoom('1');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+k');
    const link = page.getByRole('dialog', { name: 'Add link' });
    await link.getByRole('combobox').fill('https://example.org/');
    await page.keyboard.press('Enter');
    await link.waitFor({ state: 'detached' });
    await bar('Selection').getByRole('button', { name: 'Done' }).click();
    expect(await mode()).to.equal('layout');
    const content = await driver.evaluate((editor) =>
      JSON.stringify(editor.selectedBlocks[0]?.content),
    );
    expect(content).to.contain('https://example.org/');
    await bar('Selection').getByRole('button', { name: 'Edit text' }).click();
    expect(await mode()).to.equal('text-editing');
    await page.keyboard.press('Escape');
  });

  it('shows which buttons are pressed with forced colours, ends transitions at once with reduced motion and has a dark border with more contrast', async () => {
    const backgroundOf = (name: string) =>
      bar('Tools')
        .getByRole('button', { name, exact: true })
        .evaluate((button) => getComputedStyle(button).backgroundColor);
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    expect(await backgroundOf('Select')).not.to.equal(await backgroundOf('Draw'));
    const durations = await bar('Tools').evaluate((each) =>
      getComputedStyle(each).transitionDuration.split(', '),
    );
    expect(durations.every((time) => Number.parseFloat(time) <= 0.001)).to.equal(true);
    await page.emulateMedia({ forcedColors: 'none', contrast: 'more', reducedMotion: null });
    const edge = await bar('Tools').evaluate((each) => getComputedStyle(each).borderTopColor);
    expect(edge).to.equal('rgb(30, 26, 22)');
    await page.emulateMedia({ forcedColors: null, contrast: null });
  });

  it('scrolls a moved section into view [ED12]', async () => {
    await driver.evaluate((editor) => {
      const [first = ''] = editor.sectionIds;
      editor.resizeSection(first, { height: 2 });
      editor.clearSelection();
    });
    const id = await driver.evaluate((editor) => editor.sectionIds[0] ?? '');
    await page.mouse.move(700, 300);
    await page.getByRole('button', { name: 'Move section down' }).click();
    await page.waitForFunction((uuid) => {
      const editor = window.cobble?.editor;
      const box = editor?.boxOf(uuid);
      const top = document.querySelector('[data-cobble-scroller]')?.scrollTop ?? 0;
      return box !== undefined && box !== null && box.y > 0.3 && top > 100;
    }, id);
  });

  it('sets properties in the Details and Style popups', async () => {
    await select(star1);
    await bar('Selection').getByRole('button', { name: 'Details' }).click();
    const popup = page.getByRole('dialog', { name: 'Details' });
    await popup.getByLabel('Show on').selectOption('mobile');
    await popup.getByLabel('Hover effect').selectOption('wobble');
    await popup.getByLabel('Pin to').selectOption('right');
    await popup.getByLabel('Alt text').fill('A gold star');
    await popup.getByLabel('HTML id').fill('my star!');
    await page.keyboard.press('Escape');
    await popup.waitFor({ state: 'detached' });
    const star = await driver.evaluate((editor, id) => editor.blocks.get(id), star1);
    expect(star?.properties).to.deep.include({
      hideOn: 'mobile',
      effects: { onHover: 'wobble' },
      htmlId: 'mystar',
    });
    expect(star?.position.pin).to.equal('right');
    expect(star?.altText).to.equal('A gold star');
    await bar('Selection').getByRole('button', { name: 'Style' }).click();
    const style = page.getByRole('dialog', { name: 'Style' });
    const slider = style.getByRole('slider', { name: 'Blur' });
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await style.getByLabel('Overflow').selectOption('hidden');
    await style.getByRole('slider', { name: 'Shadow' }).focus();
    await page.keyboard.press('ArrowRight');
    await style.getByLabel('Shadow shape').selectOption('box');
    await page.mouse.click(1000, 560);
    const styles = await driver.evaluate((editor, id) => editor.blocks.get(id)?.styles, star1);
    expect(styles).to.deep.include({ blurPx: 2, overflow: 'hidden' });
    expect(styles?.boxShadow?.xPx).to.equal(1);
    expect(styles?.dropShadow).to.equal(undefined);
  });

  it('keeps every step that the arrow keys move a slider by, the last one too, after Escape [ED3]', async () => {
    await select(star1);
    await bar('Selection').getByRole('button', { name: 'Style' }).click();
    const style = page.getByRole('dialog', { name: 'Style' });
    await style.getByRole('slider', { name: 'Padding' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    const isInProgress = await driver.evaluate((editor) => editor.isInProgress);
    await page.keyboard.press('Escape');
    await style.waitFor({ state: 'detached' });
    const padding = () =>
      driver.evaluate((editor, id) => editor.blocks.get(id)?.styles.paddingPx ?? 0, star1);
    expect(await padding()).to.equal(3);
    expect(isInProgress, 'an edit is open after the last step').to.equal(false);
    // Each step is an entry of its own.
    await driver.evaluate((editor) => editor.undo());
    expect(await padding()).to.equal(2);
  });

  it('requests the product’s fonts after the page has opened [ED8]', async () => {
    const other = await context.newPage();
    const requested = new Set<string>();
    other.on('request', (request) => {
      const name = /\/fonts\/(.+)-latin-400-normal\.woff2$/.exec(request.url())?.[1];
      if (name !== undefined) requested.add(name);
    });
    await Promise.all([
      other.waitForRequest(/\/fonts\/playfair-display-latin-400-normal|\/fonts\/caveat-latin/),
      other.goto(`${harness.url}/robin`),
    ]);
    expect(requested.size).to.be.at.least(1);
    await other.close();
  });

  describe('on a phone', () => {
    let phone: Page;
    let touchSession: CDPSession;
    let phoneDriver: EditorDriver;
    before(async () => {
      const touch = await harness.browser.newContext({
        viewport: { width: 375, height: 667 },
        hasTouch: true,
        isMobile: true,
        // Without the local copies of the desktop's tabs.
        storageState: { ...(await context.storageState()), origins: [] },
      });
      phone = await touch.newPage();
      phone.setDefaultTimeout(15_000);
      await phone.goto(`${harness.url}/robin`);
      phoneDriver = new EditorDriver(phone);
      await phoneDriver.ready();
      touchSession = await touch.newCDPSession(phone);
    });
    beforeEach(async () => {
      [, star2 = ''] = await layOut(phoneDriver);
    });

    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: Point) =>
      touchSession.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });

    it('draws with a finger, and its buttons are at least 44 px and on screen [ED2]', async () => {
      await phone.getByRole('button', { name: 'Draw', exact: true }).tap();
      const tools = phone.getByRole('toolbar', { name: 'Drawing' });
      await tools.waitFor();
      for (const button of await tools.getByRole('button').all()) {
        const box = await button.boundingBox();
        expect(box?.height).to.be.at.least(44);
        expect(box?.width).to.be.at.least(44);
        expect(box?.x).to.be.at.least(0);
        expect((box?.x ?? 0) + (box?.width ?? 0)).to.be.at.most(375);
      }
      expect(await tools.getByRole('button', { name: 'Green' }).count()).to.equal(0);
      await touch('touchStart', { x: 60, y: 300 });
      for (let step = 1; step <= 8; step += 1)
        await touch('touchMove', { x: 60 + step * 25, y: 300 - step * 4 });
      await touch('touchEnd');
      expect(await phoneDriver.evaluate((editor) => editor.drawing?.strokes.length)).to.equal(1);
      await tools.getByRole('button', { name: 'Keep' }).tap();
      await tools.getByRole('button', { name: 'Exit' }).tap();
      await phone.getByRole('toolbar', { name: 'Tools' }).waitFor();
      const kinds = await phoneDriver.evaluate((editor) =>
        [...editor.blocks.values()].map(({ type }) => type),
      );
      expect(kinds).to.include('drawing');
    });

    it('keeps the edited block visible above a popup [ED2]', async () => {
      const lowest = await phoneDriver.evaluate((editor) => {
        const blocks = [...editor.blocks.values()].filter(({ parentUuid }) => parentUuid);
        const [last] = blocks.sort(
          (a, b) => (editor.boxOf(b.uuid)?.y ?? 0) - (editor.boxOf(a.uuid)?.y ?? 0),
        );
        if (last) editor.select([last.uuid]);
        return last?.uuid ?? '';
      });
      await phone.getByRole('button', { name: 'Style', exact: true }).tap();
      const sheet = phone.getByRole('dialog', { name: 'Style' });
      await sheet.waitFor();
      await phone.waitForFunction((uuid) => {
        const popup = document.querySelector('[role="dialog"]');
        const scroller = document.querySelector<HTMLElement>('[data-cobble-scroller]');
        const box = window.cobble?.editor.boxOf(uuid);
        if (!popup || !scroller || !box) return false;
        const at = scroller.getBoundingClientRect();
        const unit = scroller.clientWidth;
        const bottom = at.y - scroller.scrollTop + (box.y + box.height) * unit;
        return bottom > at.y && bottom <= popup.getBoundingClientRect().y;
      }, lowest);
      await sheet.getByRole('button', { name: 'Done' }).tap();
      await sheet.waitFor({ state: 'detached' });
      await phone.waitForFunction(
        () => document.querySelector('[data-cobble-canvas]')?.clientHeight === 667 - 68,
      );
    });

    it('opens the menu by a long press and deletes the block [ED9, GS9]', async () => {
      const star = await phoneDriver.centerOf(star2);
      await touch('touchStart', star);
      const menu = phone.getByRole('menu');
      await menu.waitFor();
      await touch('touchEnd');
      // It grows to its size when it opens.
      await menu.evaluate((element) =>
        Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished)),
      );
      expect(await phoneDriver.evaluate((editor) => [...editor.selection])).to.deep.equal([star2]);
      for (const item of await menu.getByRole('menuitem').all()) {
        const box = await item.boundingBox();
        expect(box?.height).to.be.at.least(44);
        expect((box?.x ?? 0) + (box?.width ?? 0)).to.be.at.most(375);
      }
      await menu.getByRole('menuitem', { name: 'Delete' }).tap();
      await phone.waitForFunction((id) => !window.cobble?.editor.blocks.has(id), star2);
    });
  });
});
