import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../testing/eventually.ts';
import { useHarnessPage } from '../testing/useHarnessPage.ts';

/** Where an element is, client px. */
async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('Not on screen.');
  return box;
}

describe('what opens over the page', function () {
  this.timeout(60_000);
  const shown = useHarnessPage({ app: 'editor', hash: 'english' });
  let page: Page;

  before(() => {
    ({ page } = shown);
  });

  /**
   * Runs an action and waits for the toast that it shows. The page looks for the toast itself, because
   * some toasts are gone after two seconds, however slow the test is.
   */
  const expectToast = async (text: string, action: () => Promise<unknown>) => {
    const seen = page.waitForFunction(
      (expected) =>
        [...document.querySelectorAll('.Toastify__toast')].some(({ textContent }) =>
          textContent.includes(expected),
        ),
      text,
    );
    await action();
    await seen;
    await page.getByText(text).waitFor({ state: 'detached' });
  };

  it('does not cover the block that a popup changes while there is space beyond the toolbar [ED2]', async () => {
    await page.evaluate(() => {
      const { editor } = window.store;
      const position = { x: 0.1, y: 0.13, width: 0.4, height: 0.4 };
      editor.add({ type: 'sticky-note', position }).unwrap();
    });
    const toolbar = page.getByRole('toolbar', { name: 'Selection' });
    for (const name of ['Style', 'Details']) {
      await toolbar.getByRole('button', { name, exact: true }).click();
      const popup = page.getByRole('dialog', { name, exact: true });
      await eventually(async () => {
        const [bar, box] = [await boxOf(toolbar), await boxOf(popup)];
        expect(box.y, name).to.be.at.least(bar.y + bar.height);
        expect(box.y + box.height, name).to.be.at.most(800 - 15);
      });
      await page.keyboard.press('Escape');
      await popup.waitFor({ state: 'detached' });
    }
    await page.evaluate(() => window.store.editor.undo());
  });

  it('opens a popup beside a block that it would cover, in the free space [ED2]', async () => {
    for (const x of [0.1, 0.9]) {
      await page.evaluate((left) => {
        const position = { x: left, y: 0.28, width: 0.25, height: 0.25 };
        window.store.editor.add({ type: 'sticky-note', position }).unwrap();
      }, x);
      const toolbar = page.getByRole('toolbar', { name: 'Selection' });
      await toolbar.getByRole('button', { name: 'Style', exact: true }).click();
      const popup = page.getByRole('dialog', { name: 'Style', exact: true });
      await eventually(async () => {
        const box = await boxOf(popup);
        const block = await page.evaluate(() => {
          const { left = 0, right = 0 } = window.store.view.selectionRect ?? {};
          return { left, right };
        });
        const isBeside = box.x >= block.right || box.x + box.width <= block.left;
        expect(isBeside, JSON.stringify({ box, block })).to.equal(true);
      });
      await page.keyboard.press('Escape');
      await popup.waitFor({ state: 'detached' });
      await page.evaluate(() => window.store.editor.undo());
    }
  });

  it('shows the whole colour picker where there is little space above and below the toolbar [ED2]', async () => {
    for (const y of [0.46, 0.6, 0.75]) {
      await page.evaluate((top) => {
        const position = { x: 0.1, y: top, width: 0.8, height: 0.1 };
        window.store.editor.add({ type: 'shape', position }).unwrap();
      }, y);
      const toolbar = page.getByRole('toolbar', { name: 'Selection' });
      await toolbar.getByRole('button', { name: 'Shape colour', exact: true }).click();
      const popup = page.getByRole('dialog', { name: 'Shape colour', exact: true });
      await popup.waitFor();
      await eventually(async () => {
        const { top, hidden } = await popup.evaluate((element) => ({
          top: element.scrollTop,
          hidden: element.scrollHeight - element.clientHeight,
        }));
        expect({ top, hidden }, String(y)).to.eql({ top: 0, hidden: 0 });
      });
      await page.keyboard.press('Escape');
      await popup.waitFor({ state: 'detached' });
      await page.evaluate(() => window.store.editor.undo());
    }
  });

  it('selects no text of the interface, which Ctrl+C would copy in place of the selected block [ED30]', async () => {
    await page.evaluate(() => {
      const position = { x: 0.1, y: 0.3, width: 0.2, height: 0.2 };
      window.store.editor.add({ type: 'shape', position }).unwrap();
    });
    const selectedText = () => page.evaluate(() => document.getSelection()?.toString() ?? '');
    const toolbar = page.getByRole('toolbar', { name: 'Selection' });
    await toolbar.getByRole('button', { name: 'Style', exact: true }).click();
    const popup = page.getByRole('dialog', { name: 'Style', exact: true });
    await popup.waitFor();
    await page.keyboard.press('Control+A');
    expect(await selectedText()).to.equal('');
    await page.keyboard.press('Escape');
    await popup.waitFor({ state: 'detached' });
    await page.getByText('Advanced mode').dblclick();
    expect(await selectedText()).to.equal('');
    // As the browser does from elsewhere on a host's page.
    await page.evaluate(() => {
      document.getSelection()?.selectAllChildren(document.body);
    });
    const at = await page.evaluate(() => {
      const { x = 0, y = 0 } = window.store.view.selectionRect ?? {};
      const frame = document.querySelector('[data-cobble-canvas]')?.getBoundingClientRect();
      return { x: x + (frame?.x ?? 0) + 30, y: y + (frame?.y ?? 0) + 30 };
    });
    await page.mouse.click(at.x, at.y);
    const isCopied = await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      const options = { clipboardData, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new ClipboardEvent('copy', options));
      return clipboardData.getData('text/html') !== '';
    });
    expect(isCopied).to.equal(true);
    await page.evaluate(() => window.store.editor.undo());
  });

  it('explains that an image copied from a web page or message cannot be pasted [PS3]', async () => {
    await expectToast("This image can't be pasted.", () =>
      page.evaluate(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/html', '<p><img src="https://a.example/a.png"></p>');
        const options = { clipboardData, bubbles: true, cancelable: true };
        window.dispatchEvent(new ClipboardEvent('paste', options));
      }),
    );
  });

  it('keeps a popup open, and the focus in its field, when a phone is turned [ED31]', async () => {
    await page.evaluate(() => {
      const position = { x: 0.1, y: 0.3, width: 0.2, height: 0.2 };
      window.store.editor.add({ type: 'sticky-note', position }).unwrap();
    });
    await page.setViewportSize({ width: 375, height: 740 });
    await page
      .getByRole('toolbar', { name: 'Selection' })
      .getByRole('button', { name: 'Add link' })
      .click();
    await page.getByRole('dialog').locator('input:focus').waitFor();
    await page.keyboard.type('https://a.');
    await page.setViewportSize({ width: 740, height: 375 });
    await page.getByRole('toolbar', { name: 'View' }).waitFor();
    await page.keyboard.type('example/');
    expect(await page.getByRole('dialog').getByRole('combobox').inputValue()).to.equal(
      'https://a.example/',
    );
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate(() => window.store.editor.undo());
  });

  it('leaves the drawing bar free for taps when a toast appears [ED18]', async () => {
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate(() => {
        window.store.editor.startDrawing();
        window.store.notify('Page published', { durationMs: 60_000 });
      });
      const toast = page.getByText('Page published');
      await toast.waitFor();
      const drawn = await page.getByRole('toolbar', { name: 'Drawing' }).elementHandle();
      await page.waitForFunction((bar) => {
        const box = document.querySelector('.Toastify__toast')?.getBoundingClientRect();
        return box !== undefined && box.bottom <= bar.getBoundingClientRect().top;
      }, drawn);
      await toast.click();
      await toast.waitFor({ state: 'detached' });
      await page.evaluate(() => {
        window.store.editor.stopDrawing();
      });
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.waitForFunction(() => window.store.view.width > 1000);
  });

  it('shows toasts above the toolbar of a tall block, which covers no handle [ED18] [ED22]', async () => {
    await page.evaluate(() => {
      const { editor, view } = window.store;
      const corner = view.toPage({ x: 300, y: 18 });
      const size = { width: 400 / view.pxPerUnit, height: 612 / view.pxPerUnit };
      editor.add({ type: 'shape', position: { ...corner, ...size } }).unwrap();
    });
    const toolbar = page.getByRole('toolbar', { name: 'Selection' });
    await page.waitForFunction(() => {
      const rect = window.store.view.selectionRect;
      const bar = document.querySelector('[data-cobble-bar="context"]')?.getBoundingClientRect();
      return rect && bar && bar.top >= rect.bottom + 40;
    });
    await eventually(async () => {
      const [bar, view] = [
        await boxOf(toolbar),
        await boxOf(page.getByRole('toolbar', { name: 'View' })),
      ];
      expect(bar.y + bar.height).to.be.at.most(view.y);
    });
    await page.evaluate(() => {
      window.store.notify('Above the toolbar', { durationMs: 60_000 });
    });
    const toast = page.getByText('Above the toolbar');
    await toast.waitFor();
    await page.waitForFunction(() => {
      const box = document.querySelector('.Toastify__toast')?.getBoundingClientRect();
      const bar = document.querySelector('[data-cobble-bar="context"]')?.getBoundingClientRect();
      return box && bar && box.bottom <= bar.top;
    });
    await toast.click();
    await toast.waitFor({ state: 'detached' });
    await page.evaluate(() => window.store.editor.undo());
  });

  it('hides the toolbar of a selection that is scrolled out of view, where Delete would remove an unseen block [ED22]', async () => {
    await page.evaluate(() => {
      const { editor } = window.store;
      editor.resizeSection(editor.sectionIds[0] ?? '', { height: 4 }).unwrap();
      editor.add({ type: 'shape', position: { x: 0.4, y: 0.3, width: 0.2, height: 0.2 } }).unwrap();
    });
    const scrollTo = (top: number) =>
      page.evaluate((y) => document.querySelector('[data-cobble-scroller]')?.scrollTo(0, y), top);
    /** Waits until a press at the toolbar's first button reaches it, or what is behind it. */
    const waitUntil = (isPressed: boolean) =>
      page.waitForFunction((expected) => {
        const button = document.querySelector('[data-cobble-bar="context"] button');
        const { x = 0, y = 0 } = button?.getBoundingClientRect() ?? {};
        const isHit = button?.contains(document.elementFromPoint(x + 10, y + 10)) === true;
        const isVisible = button?.checkVisibility({ opacityProperty: true }) === true;
        return isHit === expected && isVisible === expected;
      }, isPressed);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 800 });
      await scrollTo(0);
      await waitUntil(true);
      await scrollTo(1200);
      await waitUntil(false);
      await page.keyboard.press('Alt+F10');
      await waitUntil(true);
      await page.waitForFunction(() => window.store.view.isSelectionInView);
      await page.keyboard.press('Escape');
    }
    await page.emulateMedia({ reducedMotion: null });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate(() => {
      window.store.editor.undo();
      window.store.editor.undo();
    });
  });

  it('shows what undo and redo change, add or remove out of view, which nobody would notice [ED32]', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const uuid = await page.evaluate(() => {
      const { editor } = window.store;
      editor.resizeSection(editor.sectionIds[0] ?? '', { height: 4 }).unwrap();
      const [far = ''] = editor.add({ type: 'shape', position: { x: 0.4, y: 3 } }).unwrap();
      editor.nudge(0, 8).unwrap();
      editor.select([]);
      return far;
    });
    const press = async (key: string) => {
      await page.evaluate(() => document.querySelector('[data-cobble-scroller]')?.scrollTo(0, 0));
      await page.waitForFunction(() => window.store.view.scrollTop === 0);
      await page.keyboard.press(key);
      await page.waitForFunction(() => {
        const { y, height } = window.store.view.clearBox;
        return y < 3 && y + height > 3.2;
      });
    };
    await press('Control+z');
    await press('Control+z');
    expect(await page.evaluate((id) => window.store.editor.blocks.has(id), uuid)).to.equal(false);
    await press('Control+Shift+z');
    await press('Control+Shift+z');
    // Where it is visible already, the view stays.
    const before = await page.evaluate(() => {
      document.querySelector('[data-cobble-scroller]')?.scrollBy(0, 50);
      return document.querySelector('[data-cobble-scroller]')?.scrollTop;
    });
    await page.keyboard.press('Control+z');
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.evaluate(() => window.store.view.scrollTop)).to.equal(before);
    await page.emulateMedia({ reducedMotion: null });
    await page.evaluate(() => {
      window.store.editor.undo();
      window.store.editor.undo();
    });
  });

  it('keeps a toast with a button when the user clicks beside the button, and closes it with its own button [MG8]', async () => {
    const offer = () =>
      page.evaluate(() => {
        document.title = 'offered';
        window.store.notify('Yours is kept', {
          durationMs: 60_000,
          action: {
            label: 'Restore',
            run() {
              document.title = 'restored';
            },
          },
        });
      });
    const message = page.getByText('Yours is kept');
    await offer();
    await message.click({ position: { x: 5, y: 5 } });
    await page.getByRole('button', { name: 'Restore' }).click();
    await message.waitFor({ state: 'detached' });
    expect(await page.title()).to.equal('restored');
    await offer();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await message.waitFor({ state: 'detached' });
    expect(await page.title()).to.equal('offered');
  });

  it('loses a toast that throws while it renders, but not the editor or later toasts [ED27]', async () => {
    const before = await page.evaluateHandle(() => window.store);
    for (const text of ['First notice', 'Second notice']) {
      await page.evaluate(() => {
        window.showBrokenToast();
      });
      await page.evaluate((notice) => {
        window.store.notify(notice, { durationMs: 60_000 });
      }, text);
      await page.getByText(text).waitFor();
    }
    // Removes the toasts for the next test.
    await page.evaluate(() => {
      window.showBrokenToast();
    });
    await page.locator('.Toastify__toast').waitFor({ state: 'detached' });
    expect(await page.evaluate((store) => store === window.store, before)).to.equal(true);
    expect(await page.locator('[data-cobble-scroller]').count()).to.equal(1);
  });

  it('keeps the toolbar of a section at the bottom above the view bar, and while the pointer moves to it [ED22]', async () => {
    // The page scrolls under the pointer.
    await page.mouse.move(640, 780);
    await page.evaluate(() => {
      const { editor, view } = window.store;
      const added = editor.addSection().unwrap();
      const box = editor.boxOf(added);
      const scroller = document.querySelector('[data-cobble-scroller]');
      if (box && scroller) scroller.scrollTop += view.toView(box).y - 735;
    });
    const toolbar = page.getByRole('toolbar', { name: 'Section 2' });
    await toolbar.waitFor();
    await eventually(async () => {
      const [bar, view] = [
        await boxOf(toolbar),
        await boxOf(page.getByRole('toolbar', { name: 'View' })),
      ];
      expect(bar.y + bar.height).to.be.at.most(view.y);
    });
    const bar = await boxOf(toolbar);
    const remove = await boxOf(toolbar.getByRole('button', { name: 'Delete section' }));
    // A pointer that is over the section above for 400 ms wants its toolbar, and a slow machine may
    // take longer for the next move.
    await page.evaluate(() => {
      const usual = globalThis.setTimeout;
      globalThis.setTimeout = new Proxy(usual, {
        apply(wait, _, [run, ms]: Parameters<typeof setTimeout>) {
          return wait(run, ms === 400 ? 60_000 : ms);
        },
      });
      Object.assign(window, {
        waitAsUsual() {
          globalThis.setTimeout = usual;
        },
      });
    });
    // Over the section above.
    await page.mouse.move(bar.x - 20, bar.y + 100);
    await page.mouse.move(remove.x + 18, remove.y + 18);
    await page.mouse.down();
    await page.mouse.up();
    await page.evaluate(() => {
      (window as unknown as { waitAsUsual: () => void }).waitAsUsual();
    });
    expect(await page.evaluate(() => window.store.editor.sectionIds.length)).to.equal(1);
    await page.evaluate(() => {
      window.store.editor.undo();
      window.store.editor.undo();
    });
  });

  it('shows the toolbar of a section that was added, and says why one with a locked block cannot be deleted [ED12]', async () => {
    const ids = () => page.evaluate(() => window.store.editor.sectionIds.length);
    const undo = () => page.evaluate(() => window.store.editor.undo());
    await page.evaluate(() => {
      const { editor } = window.store;
      editor.resizeSection(editor.sectionIds[0] ?? '', { height: 4 }).unwrap();
    });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const width of [1280, 375]) {
      await page.evaluate(() => document.querySelector('[data-cobble-scroller]')?.scrollTo(0, 0));
      await page.setViewportSize({ width, height: 800 });
      await page.getByRole('button', { name: 'Add section', exact: true }).click();
      const toolbar = page.getByRole('toolbar', { name: `Section ${String(await ids())}` });
      await toolbar.waitFor();
      await page.waitForFunction(() => window.store.view.scrollTop > 100);
      await toolbar.getByRole('button', { name: 'Add section below' }).click();
      await page.getByRole('toolbar', { name: `Section ${String(await ids())}` }).waitFor();
      await undo();
      await undo();
    }
    await page.emulateMedia({ reducedMotion: null });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Add section', exact: true }).click();
    await page.evaluate(() => {
      const { editor } = window.store;
      const parentUuid = editor.sectionIds.at(-1) ?? '';
      const uuids = editor.add({ type: 'shape', parentUuid }, { select: false }).unwrap();
      editor.setLocked(true, uuids);
    });
    await expectToast('This section contains a locked block. Unlock it first.', () =>
      page.getByRole('button', { name: 'Delete section' }).click(),
    );
    for (let count = 0; count < 4; count += 1) await undo();
  });

  it('has a button that ends the editing of any text, because phones have no Escape [ED33]', async () => {
    await page.setViewportSize({ width: 375, height: 740 });
    for (const type of ['text', 'sticky-note', 'rich-button'] as const) {
      await page.evaluate((of) => {
        const { editor } = window.store;
        const position = { x: 0.2, y: 0.4, width: 0.3, height: 0.3 };
        editor.startTextEditing(editor.add({ type: of, position }).unwrap()[0] ?? '');
      }, type);
      await page.locator('.ProseMirror').waitFor();
      await page.keyboard.type('Bread');
      const bar = page.getByRole('toolbar', { name: 'Selection' });
      await eventually(async () => {
        expect(await bar.getByRole('button').first().getAttribute('aria-label')).to.equal('Done');
      });
      await bar.getByRole('button', { name: 'Done' }).click();
      await page.locator('.ProseMirror').waitFor({ state: 'detached' });
      await page.evaluate(() => {
        window.store.editor.remove().unwrap();
      });
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('adds blocks to a section that was just added at the end, until another one is pressed [ED12]', async () => {
    // An earlier test has changed the window's size.
    await page.waitForFunction(() => window.store.view.width > 1000);
    const edits = await page.evaluate(() => {
      const { editor, view } = window.store;
      document.querySelector('[data-cobble-scroller]')?.scrollTo(0, 0);
      const [section = ''] = editor.sectionIds;
      // A section stays as high as its blocks, which other tests have added.
      const blocks = [...editor.blocks.values()].filter(({ parentUuid }) => parentUuid === section);
      const isRemoved = editor.remove(blocks.map(({ uuid }) => uuid)).ok;
      editor.resizeSection(section, { height: 560 / view.pxPerUnit }).unwrap();
      return isRemoved ? 6 : 5;
    });
    await page.waitForFunction(() => window.store.view.scrollTop === 0);
    await page.getByRole('button', { name: 'Add section', exact: true }).click();
    /** Adds a rectangle and returns the index of its section. */
    const add = async () => {
      await page.keyboard.press('r');
      return page.evaluate(() => {
        const { editor } = window.store;
        return editor.sectionIds.indexOf(editor.selectedBlocks[0]?.parentUuid ?? '');
      });
    };
    expect([await add(), await add()]).to.eql([1, 1]);
    // The upper section is there wherever the page has scrolled to by now.
    await page.mouse.click(640, 110);
    expect(await add()).to.equal(0);
    for (let count = 0; count < edits; count += 1)
      await page.evaluate(() => window.store.editor.undo());
  });

  describe('with a text', () => {
    const bar = () => page.getByRole('toolbar', { name: 'Selection' });
    const button = (name: string | RegExp) => bar().getByRole('button', { name });
    const popup = () => page.getByRole('dialog');
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        return activeElement?.ariaLabel ?? activeElement?.textContent ?? '';
      });
    /** Presses keys in a popup, and returns what has the focus after each. */
    const press = async (...keys: string[]) => {
      const names: string[] = [];
      for (const key of keys) {
        await page.keyboard.press(key);
        names.push(await focused());
      }
      return names;
    };
    /**
     * Whether all events count as from the same time: letters belong to one name only if they follow
     * each other within a second, in which a slow machine may not have pressed the second one.
     */
    const stopEventTime = (isStopped: boolean) =>
      page.evaluate((stops) => {
        const atMs = performance.now();
        // Without a property of its own, an event has its prototype's.
        if (stops)
          Object.defineProperty(KeyboardEvent.prototype, 'timeStamp', {
            configurable: true,
            value: atMs,
          });
        else Reflect.deleteProperty(KeyboardEvent.prototype, 'timeStamp');
      }, isStopped);
    const isClosed = () => popup().waitFor({ state: 'detached' });
    const textOf = () =>
      page.evaluate(() => JSON.stringify(window.store.editor.selectedBlocks[0]?.content));
    /** With another size, the field of the font size has the focus first. */
    const setPresetSize = () =>
      page.evaluate(() => {
        const { editor } = window.store;
        editor.update([...editor.selection][0] ?? '', { content: { fontSize: 16 } }).unwrap();
      });
    /** Opens a popup with the mouse, or by key: the button has the focus then. */
    const open = async (name: string | RegExp, how: 'mouse' | 'key') => {
      if (how === 'mouse') await button(name).click();
      else await button(name).press('Enter');
      await popup().waitFor();
    };

    before(async () => {
      await page.evaluate(() => {
        const { editor } = window.store;
        const position = { x: 0.2, y: 0.6, width: 0.3, height: 0.1 };
        const [uuid = ''] = editor.add({ type: 'text', position }).unwrap();
        editor.startTextEditing(uuid);
      });
      await page.locator('.ProseMirror').waitFor();
      await page.keyboard.type('Bread');
      await page.keyboard.press('Escape');
      await page.locator('.ProseMirror').waitFor({ state: 'detached' });
    });

    for (const how of ['mouse', 'key'] as const)
      it(`gives a list that was opened by ${how} the focus: arrow keys move, letters jump, Enter chooses [ED23]`, async () => {
        await page.locator('[data-cobble-scroller]').focus();
        await open(/^Font,/, how);
        expect(await focused()).to.equal('Lato');
        expect(await press('ArrowDown', 'ArrowUp')).to.deep.equal(['Lobster', 'Lato']);
        await stopEventTime(true);
        expect(await press('p', 'l')).to.deep.equal(['Pacifico', 'Playfair Display']);
        await stopEventTime(false);
        await page.keyboard.press('Enter');
        await isClosed();
        expect(await textOf()).to.contain('Playfair Display');
        await open(/^Font,/, how);
        // Wraps at the end, to the list of recent fonts.
        const [, first] = await press('End', 'ArrowDown');
        expect(first).to.equal('Playfair Display');
        await page.keyboard.press('Escape');
        await isClosed();
        expect(await focused()).to.equal(how === 'key' ? 'Font, Playfair Display' : 'Page canvas');
        await page.evaluate(() => window.store.editor.undo());
        await setPresetSize();
        await open(/^Font size/, how);
        expect(await press('ArrowDown', 'h')).to.deep.equal(['Medium20', 'Humongo72']);
        await page.keyboard.press('Escape');
        await isClosed();
        await open('Text colour', how);
        expect(await press('ArrowRight', 'ArrowDown', 'Home')).to.deep.equal([
          'Blue, lightest',
          'Blue, light',
          'Earth, lightest',
        ]);
        await page.keyboard.press('Escape');
        await isClosed();
      });

    it('shows the size that a text has after Enter in the field of the font size, with one decimal [ED35]', async () => {
      await open(/^Font size/, 'key');
      const field = popup().getByLabel('Size (px)');
      for (const [typed, size] of [
        ['0', '10'],
        ['99999', '1000'],
        ['big', '1000'],
        ['12.5px', '12.5'],
        ['17.3333', '17.3'],
      ] as const) {
        await field.fill(typed);
        await page.keyboard.press('Enter');
        expect(await field.inputValue(), typed).to.equal(size);
        await page
          .getByRole('button', { name: `Font size, ${size}`, exact: true, includeHidden: true })
          .waitFor();
        expect(await textOf()).to.contain(`"fontSize":${typed === '17.3333' ? typed : size}`);
      }
      await page.keyboard.press('Escape');
      await isClosed();
    });

    it('leaves the focus where a user moves it while a popup closes [ED23]', async () => {
      await setPresetSize();
      await open(/^Font size/, 'key');
      // Within one task, because a popup closes in a few frames.
      await page.evaluate(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.click();
        document.querySelector<HTMLElement>('[aria-label="Undo"]')?.focus();
      });
      await isClosed();
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
      expect(await focused()).to.equal('Undo');
    });

    it('opens shapes with the focus on the first, and arrow keys move in rows and columns [ED23]', async () => {
      await page.getByRole('button', { name: 'Shape', exact: true }).click();
      await popup().waitFor();
      const start = await focused();
      const [right, down, left, up] = await press(
        'ArrowRight',
        'ArrowDown',
        'ArrowLeft',
        'ArrowUp',
      );
      expect([start, right, up]).to.deep.equal(['Rectangle', 'Oval', 'Rectangle']);
      expect(new Set([right, down, left, up]).size).to.equal(4);
      await page.keyboard.press('Escape');
      await isClosed();
    });

    for (const isEditing of [false, true])
      it(`keeps a colour when Escape closes the picker, and reverts a drag, ${isEditing ? 'while the text is edited' : 'of a selected text'} [ED3]`, async () => {
        if (isEditing) {
          await page.locator('[data-cobble-scroller]').focus();
          await page.keyboard.press('Enter');
          await page.locator('.ProseMirror').waitFor();
          await page.keyboard.press('Control+a');
        }
        const before = await textOf();
        await open('Text colour', 'mouse');
        const hex = popup().getByLabel('Text colour, as hex');
        await popup().getByRole('button', { name: 'Green, light', exact: true }).click();
        const green = await hex.inputValue();
        const slider = popup().getByRole('slider', { name: 'Hue' });
        // Waits until the popup stays where it is.
        await slider.hover();
        const { x, y, width, height } = await boxOf(slider);
        await page.mouse.move(x + width / 4, y + height / 2);
        await page.mouse.down();
        await page.mouse.move(x + width / 2, y + height / 2);
        await page.waitForFunction(
          (old) => document.querySelector<HTMLInputElement>('[role="dialog"] input')?.value !== old,
          green,
        );
        await page.keyboard.press('Escape');
        await page.mouse.move(x + (width * 3) / 4, y + height / 2);
        await page.mouse.up();
        expect(await hex.inputValue()).to.equal(green);
        await page.keyboard.press('Escape');
        await isClosed();
        if (isEditing) {
          await page.keyboard.press('Escape');
          await page.locator('.ProseMirror').waitFor({ state: 'detached' });
        }
        expect(await textOf()).to.contain(green);
        await page.evaluate(() => window.store.editor.undo());
        expect(await textOf()).to.equal(before);
      });

    it('reverts the drag of a slider with Escape, and only that [ED3]', async () => {
      await open(/^Style$/, 'mouse');
      const slider = popup().getByRole('slider', { name: 'Padding' });
      const padding = () =>
        page.evaluate(() => window.store.editor.selectedBlocks[0]?.styles.paddingPx);
      await slider.press('ArrowRight');
      const kept = await padding();
      await slider.hover();
      const { x, y, width, height } = await boxOf(slider);
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + 60, y + height / 2);
      await eventually(async () => {
        expect(await padding()).to.not.equal(kept);
      });
      await page.keyboard.press('Escape');
      await page.mouse.move(x + 90, y + height / 2);
      await page.mouse.up();
      expect(await padding()).to.equal(kept);
      await page.keyboard.press('Escape');
      await isClosed();
      expect(await padding()).to.equal(kept);
    });
  });

  it('shows a colour that is selected in the area for a transparent one, and keeps its opacity after that [ED26]', async () => {
    const backgroundOf = () =>
      page.evaluate(() => window.store.editor.fields.style.backgroundColor ?? '');
    await page.evaluate(() =>
      window.store.editor.updatePage({ style: { backgroundColor: '#ffffff00' } }),
    );
    await page.getByRole('button', { name: /^Page settings/ }).click();
    await page.getByRole('button', { name: 'Background', exact: true }).click();
    const pick = async (name: 'Colour' | 'Opacity', ratio: number) => {
      const slider = page.getByRole('slider', { name });
      const { width, height } = await boxOf(slider);
      const before = await backgroundOf();
      // Waits until the popup stays where it is.
      await slider.click({ position: { x: width * ratio, y: height / 2 } });
      await page.waitForFunction(
        (old) => window.store.editor.fields.style.backgroundColor !== old,
        before,
      );
    };
    await pick('Colour', 0.9);
    expect(await backgroundOf()).to.match(/^#[\da-f]{6}$/);
    await pick('Opacity', 0.5);
    const translucent = await backgroundOf();
    expect(translucent).to.match(/^#[\da-f]{8}$/);
    await pick('Colour', 0.5);
    expect((await backgroundOf()).slice(7)).to.equal(translucent.slice(7));
    await page.keyboard.press('Escape');
  });

  it('has what was typed for a new button again after a press outside, but not after Cancel [ED25]', async () => {
    const open = async () => {
      await page.evaluate(() => {
        window.store.openDialog('rich-button');
      });
      const dialog = page.getByRole('dialog');
      return { dialog, fields: dialog.locator('input') };
    };
    const { dialog, fields } = await open();
    await fields.nth(0).fill('https://cups.example/');
    await fields.nth(1).fill('Our cups');
    await page.mouse.click(5, 400);
    await dialog.waitFor({ state: 'detached' });
    await open();
    expect([await fields.nth(0).inputValue(), await fields.nth(1).inputValue()]).to.eql([
      'https://cups.example/',
      'Our cups',
    ]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await open();
    expect(await fields.nth(1).inputValue()).to.equal('');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('shows a new button with its label centred, as it is on the page', async () => {
    await page.evaluate(() => {
      window.store.openDialog('rich-button');
    });
    const dialog = page.getByRole('dialog');
    const label = 'Reserve a stall for the coming season and tell us what you would like to sell';
    await dialog.getByRole('textbox').nth(1).fill(label);
    const preview = dialog.getByText(label);
    expect(await preview.evaluate((element) => getComputedStyle(element).textAlign)).to.equal(
      'center',
    );
    await page.keyboard.press('Escape');
  });
});
