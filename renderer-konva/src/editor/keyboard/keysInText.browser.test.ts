import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useHarnessPage } from '../../testing/useHarnessPage.ts';

describe('keys while a text is edited', function () {
  this.timeout(60_000);
  const shown = useHarnessPage({ app: 'editor', height: 900 });
  let page: Page;

  before(() => {
    ({ page } = shown);
  });

  const tooltip = () => page.getByRole('tooltip', { includeHidden: true });
  const tool = (name: string) =>
    page.getByRole('toolbar', { name: '[Tools]' }).getByRole('button', { name, exact: true });
  const mode = () => page.evaluate(() => window.store.editor.mode.name);
  /** Edits the text of a new block. */
  const startTyping = async () => {
    await page.mouse.move(640, 890);
    await tooltip().waitFor({ state: 'detached' });
    await page.evaluate(() => {
      const { editor } = window.store;
      const [uuid = ''] = editor.add({ type: 'text' }).unwrap();
      editor.startTextEditing(uuid);
    });
    await page.locator('.ProseMirror:focus').waitFor();
    await page.keyboard.type('Hello');
  };

  it('end the editing of a text on the first Escape while a tooltip is shown, even that of a disabled tool, and close the tooltip [ED18]', async () => {
    for (const name of ['[Redo]', '[Sticky note]']) {
      await startTyping();
      await tool(name).hover({ force: true });
      await tooltip().waitFor({ state: 'attached' });
      await page.keyboard.type(', and more');
      expect(await tooltip().count(), 'stays while the user types').to.equal(1);
      await page.keyboard.press('Escape');
      expect(await mode(), name).to.equal('layout');
      await tooltip().waitFor({ state: 'detached' });
      const texts = await page.evaluate(() => JSON.stringify(window.store.editor.stablePage));
      expect(texts).to.include('Hello, and more');
    }
    expect(await tool('[Redo]').isDisabled()).to.equal(true);
  });

  it('are used without a tooltip over the page: it closes even if the pointer leaves while it appears [ED18]', async () => {
    await page.mouse.move(640, 890);
    await tooltip().waitFor({ state: 'detached' });
    // Radix begins to listen a moment after the tooltip has appeared.
    await page.evaluate(() => {
      const ignoring = new AbortController();
      const { signal } = ignoring;
      window.addEventListener(
        'pointerleave',
        (event) => {
          event.stopImmediatePropagation();
        },
        { capture: true, signal },
      );
      Object.assign(window, {
        listenAgain() {
          ignoring.abort();
        },
      });
    });
    await tool('[Sticky note]').hover();
    await tooltip().waitFor({ state: 'attached' });
    await page.mouse.move(640, 890);
    await tooltip().waitFor({ state: 'detached' });
    await page.evaluate(() => {
      (window as unknown as { listenAgain: () => void }).listenAgain();
    });
  });

  it('close a popup or menu on the first Escape while a tooltip is shown, and then end the editing of the text [ED11, ED18]', async () => {
    await startTyping();
    const bar = page.getByRole('toolbar', { name: '[Selection]' });
    const popup = page.getByRole('dialog');
    const triggers = bar.locator('button[aria-haspopup="dialog"]');
    const count = await triggers.count();
    expect(count).to.be.above(3);
    for (let index = 0; index < count; index += 1) {
      await triggers.nth(index).click();
      await popup.waitFor();
      await tool('[Sticky note]').hover();
      await tooltip().waitFor({ state: 'attached' });
      await page.keyboard.press('Escape');
      await popup.waitFor({ state: 'detached' });
      expect(await mode()).to.equal('text-editing');
      await page.locator('.ProseMirror:focus').waitFor();
      await page.mouse.move(640, 890);
      await tooltip().waitFor({ state: 'detached' });
    }
    await page.keyboard.press('Escape');
    expect(await mode()).to.equal('layout');
    await page.evaluate(() => {
      window.store.openMenu({ x: 300, y: 300, isTouch: false });
    });
    await page.getByRole('menu').waitFor();
    await tool('[Sticky note]').hover({ force: true });
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  });

  it('leave the focus in the text when Alt+T types a character there while a toast is shown [ED18]', async () => {
    await startTyping();
    await page.evaluate(() => {
      window.store.services.notify('[Toast]', { durationMs: 60_000 });
    });
    await page.getByText('[Toast]').waitFor();
    await page.keyboard.press('Alt+t');
    expect(await page.locator('.ProseMirror:focus').count()).to.equal(1);
    await page.keyboard.press('Escape');
    expect(await mode()).to.equal('layout');
  });

  it('act on the selection in the browser, even if it has not been reported yet: Ctrl+K shows its link, and a button that Alt+F10 leads to formats it [TX8]', async () => {
    /** Moves the caret from a selected link to the end of the text and presses a key at once. */
    const press = (key: 'k' | 'F10') =>
      page.evaluate((pressed) => {
        getSelection()?.modify('move', 'forward', 'lineboundary');
        const modifiers = { ctrlKey: pressed === 'k', altKey: pressed === 'F10' };
        const init = { key: pressed, bubbles: true, cancelable: true, ...modifiers };
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init));
      }, key);
    const selectWord = async () => {
      await page.keyboard.press('Home');
      await page.keyboard.press('Control+Shift+ArrowRight');
    };
    await startTyping();
    await page.keyboard.type(', and more');
    await selectWord();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('https://a.example/');
    await page.keyboard.press('Enter');
    await page.locator('.ProseMirror:focus a').waitFor();
    await press('k');
    await page.getByRole('dialog', { name: '[Add link]' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.ProseMirror:focus').waitFor();
    await selectWord();
    await press('F10');
    await page.getByRole('button', { name: '[Bold]' }).press('Enter');
    await page.locator('.ProseMirror:focus').waitFor();
    await page.keyboard.type('!');
    expect(await page.locator('.ProseMirror').innerText()).to.equal('Hello, and more!');
    expect(await page.locator('.ProseMirror strong').allInnerTexts()).to.eql(['!']);
    await page.keyboard.press('Escape');
  });

  it('add an image that is pasted without text to the page, which the text would ignore, and leave other pastes to the text [PS7]', async () => {
    /** Pastes a file with the given text and HTML; returns whether the editor took it. */
    const paste = (text: string, html: string) =>
      page.evaluate(
        async ([plain = '', rich = '']) => {
          const canvas = new OffscreenCanvas(4, 4);
          canvas.getContext('2d');
          const clipboardData = new DataTransfer();
          const blob = await canvas.convertToBlob();
          clipboardData.items.add(new File([blob], 'a.png', { type: 'image/png' }));
          clipboardData.setData('text/plain', plain);
          clipboardData.setData('text/html', rich);
          const init = { clipboardData, bubbles: true, composed: true, cancelable: true };
          document.activeElement?.dispatchEvent(new ClipboardEvent('paste', init));
          return window.store.editor.mode.name === 'layout';
        },
        [text, html],
      );
    const images = () =>
      page.evaluate(
        () =>
          [...window.store.editor.blocks.values()].filter(({ type }) => type === 'image').length,
      );
    await startTyping();
    expect(await paste(' from Word', '<p>from Word</p>'), 'text with a picture of it').to.equal(
      false,
    );
    expect(await paste('', '<p>, and more</p>')).to.equal(false);
    expect(await paste('', '<img src="https://a.example/a.png">')).to.equal(true);
    await page.waitForFunction(() => window.store.uploads.items.size > 0);
    expect(await images()).to.equal(1);
    const texts = await page.evaluate(() => JSON.stringify(window.store.editor.stablePage));
    expect(texts).to.include('Hello').and.to.include('from Word').and.to.include('and more');
  });
});
