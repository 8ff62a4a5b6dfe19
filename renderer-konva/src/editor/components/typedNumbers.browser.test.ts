import type { RichText } from '@cobble/engine';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useHarnessPage } from '../../testing/useHarnessPage.ts';

for (const touch of [false, true])
  describe(`a number typed in a popup ${touch ? 'on a phone' : 'with a mouse'}`, function () {
    this.timeout(60_000);
    const size = touch ? { width: 375, height: 667 } : { width: 1280, height: 800 };
    const shown = useHarnessPage({ app: 'editor', hash: 'english', touch, ...size });
    let page: Page;

    before(async () => {
      ({ page } = shown);
      await page.emulateMedia({ reducedMotion: 'reduce' });
    });
    afterEach(async () => {
      await page.evaluate(() => {
        const { editor } = window.store;
        editor.remove(
          [...editor.blocks.values()].flatMap((b) =>
            b.type === 'text' || b.type === 'shape' ? [b.uuid] : [],
          ),
        );
      });
    });

    /** Adds a block and selects it. */
    const add = (type: 'text' | 'shape') =>
      page.evaluate((of) => {
        const { editor } = window.store;
        const position = { x: 0.1, y: 0.15, width: 0.4, height: 0.1 };
        const [uuid = ''] = editor.add({ type: of, position }).unwrap();
        if (of === 'shape')
          editor
            .update(uuid, { styles: { border: { widthPx: 3, style: 'solid', color: '#ff0000' } } })
            .unwrap();
        else {
          const content = [{ type: 'text', text: 'Bread' }];
          const text: RichText = { type: 'doc', content: [{ type: 'paragraph', content }] };
          editor.update(uuid, { content: { text, fontSize: 22 } }).unwrap();
        }
        editor.select([uuid]);
        return uuid;
      }, type);
    const open = async (button: string | RegExp) => {
      await page.getByRole('button', { name: button }).click();
      const popup = page.getByRole('dialog');
      await popup.waitFor();
      return popup;
    };
    const blockOf = (uuid: string) =>
      page.evaluate((each) => JSON.stringify(window.store.editor.blocks.get(each)), uuid);
    const entries = () => page.evaluate(() => window.store.editor.history.entries.length);
    const isStored = (text: string) =>
      page.evaluate((typed) => {
        window.store.saveNow();
        return Object.values(localStorage).some((copy) => String(copy).includes(typed));
      }, text);
    /** Presses where no block is, which deselects. */
    const pressOutside = async () => {
      const { width, height } = size;
      if (touch) await page.touchscreen.tap(width - 20, height / 3);
      else await page.mouse.click(width - 10, height / 2);
      await page.waitForFunction(() => window.store.editor.selection.size === 0);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };

    it('is on the page and in the local copy at once, and stays when a press beside the page deselects the block [ED37]', async () => {
      for (const [type, button, label, typed, stored] of [
        ['shape', 'Style', 'Opacity', '53', '"opacity":0.53'],
        [
          'shape',
          'Style',
          'Border',
          '7',
          '"border":{"widthPx":7,"style":"solid","color":"#ff0000"}',
        ],
        ['text', /^Font size/, 'Size (px)', '31', '"fontSize":31'],
      ] as const) {
        const uuid = await add(type);
        const before = await entries();
        const popup = await open(button);
        await popup.getByLabel(label, { exact: true }).last().fill(typed);
        expect(await isStored(stored), label).to.equal(true);
        expect(await entries(), label).to.equal(before);
        await pressOutside();
        expect(await blockOf(uuid), label).to.contain(stored);
        expect(await entries(), label).to.equal(before + 1);
      }
    });

    it('stays after Escape, after Tab and Escape, and after Done [ED37]', async () => {
      for (const way of touch ? ['Done'] : ['Escape', 'Tab Escape'])
        for (const [type, button, label, stored] of [
          ['shape', 'Style', 'Opacity', '"opacity":0.34'],
          ['text', /^Font size/, 'Size (px)', '"fontSize":34'],
        ] as const) {
          const uuid = await add(type);
          const popup = await open(button);
          await popup.getByLabel(label, { exact: true }).last().fill('34');
          if (touch) await popup.getByRole('button', { name: way }).tap();
          else for (const key of way.split(' ')) await page.keyboard.press(key);
          await popup.waitFor({ state: 'detached' });
          expect(await blockOf(uuid), `${label}, ${way}`).to.contain(stored);
        }
    });

    it('also if it is a colour in its short form, which does not apply if it is the beginning of something else [ED37]', async () => {
      for (const [typed, color] of [
        ['#12a', '#1122aa'],
        ['#12ab56', '#12ab56'],
        ['#12ab5', null],
      ] as const) {
        const uuid = await add('shape');
        const before = await blockOf(uuid);
        const popup = await open('Shape colour');
        await popup.getByLabel('Shape colour, as hex').fill('');
        await popup.getByLabel('Shape colour, as hex').pressSequentially(typed);
        await pressOutside();
        if (color === null) expect(await blockOf(uuid), typed).to.equal(before);
        else expect(await blockOf(uuid), typed).to.contain(`"shapeColor":"${color}"`);
      }
    });

    it('or a colour that becomes a text without one leaves each block the border that it had [ED37]', async () => {
      const uuids = await page.evaluate(() =>
        [
          { widthPx: 3, style: 'solid', color: '#ff0000' } as const,
          { widthPx: 9, style: 'dashed', color: '#0000ff' } as const,
        ].map((border, index) => {
          const { editor } = window.store;
          const position = { x: 0.1 + 0.3 * index, y: 0.15, width: 0.2, height: 0.1 };
          const [uuid = ''] = editor.add({ type: 'shape', position }).unwrap();
          editor.update(uuid, { styles: { border } }).unwrap();
          return uuid;
        }),
      );
      const blocks = () => Promise.all(uuids.map(blockOf));
      const before = await blocks();
      await page.evaluate((each) => {
        window.store.editor.select(each);
      }, uuids);
      const popup = await open('Style');
      await popup.getByRole('button', { name: 'Border colour' }).click();
      const field = popup.getByLabel('Border colour, as hex');
      await field.fill('');
      await field.pressSequentially('#12ab5');
      await page.keyboard.press('Enter');
      expect(await field.inputValue()).to.equal('#FF0000');
      await pressOutside();
      expect(await blocks()).to.eql(before);
    });

    it('by mistake does not stay while a note is edited: without a number, its size stays [ED37] [ED38]', async () => {
      const uuid = await page.evaluate(() => {
        const { editor } = window.store;
        const position = { x: 0.1, y: 0.15, width: 0.4, height: 0.2 };
        const [added = ''] = editor.add({ type: 'sticky-note', position }).unwrap();
        const stickyNoteText = { text: 'Bread', size: 22 };
        editor.update(added, { content: { stickyNoteText } }).unwrap();
        editor.startTextEditing(added);
        return added;
      });
      await page.locator('.ProseMirror').waitFor();
      const popup = await open(/^Font size/);
      const field = popup.getByLabel('Size (px)');
      await field.fill('4');
      expect(await blockOf(uuid)).to.contain('"size":10');
      await field.fill('');
      expect(await blockOf(uuid)).to.contain('"size":22');
      if (touch) await popup.getByRole('button', { name: 'Done' }).tap();
      else await page.keyboard.press('Escape');
      await popup.waitFor({ state: 'detached' });
      await page.keyboard.type('Rolls');
      expect(await blockOf(uuid))
        .to.contain('"size":22')
        .and.to.contain('Rolls');
      await page.evaluate((each) => {
        window.store.editor.stopTextEditing();
        window.store.editor.remove([each]);
      }, uuid);
    });

    it('or a colour in an edited text is one step for its undo, and nothing if it is taken back [TX16]', async () => {
      const uuid = await add('text');
      await page.evaluate((each) => {
        window.store.editor.startTextEditing(each);
      }, uuid);
      await page.locator('.ProseMirror').waitFor();
      await page.keyboard.press('Control+a');
      for (const [button, label, typed, stored] of [
        [/^Font size/, 'Size (px)', '28', '"sizePx":28'],
        ['Text colour', 'Text colour, as hex', '#12ab56', '"color":"#12ab56"'],
        [/^Font size/, 'Size (px)', '4x', null],
        ['Text colour', 'Text colour, as hex', '#12ab5', null],
      ] as const)
        for (const way of touch ? ['Done'] : ['Enter Escape', 'Escape', 'Tab Escape']) {
          const popup = await open(button);
          const field = popup.getByLabel(label);
          await field.fill('');
          await field.pressSequentially(typed);
          if (touch) await popup.getByRole('button', { name: way }).tap();
          else for (const key of way.split(' ')) await page.keyboard.press(key);
          await popup.waitFor({ state: 'detached' });
          if (stored === null) expect(await blockOf(uuid), typed).not.to.contain('"marks"');
          else {
            expect(await blockOf(uuid), typed).to.contain(stored);
            await page.keyboard.press('Control+z');
            expect(await blockOf(uuid), `${typed}, ${way}`).not.to.contain('"marks"');
            await page.keyboard.press('Control+y');
            expect(await blockOf(uuid), `${typed}, ${way}`).to.contain(stored);
            await page.keyboard.press('Control+z');
          }
          await page.keyboard.press('Control+z');
          expect(await blockOf(uuid), `${typed}, ${way}`).to.contain('"Bread"');
        }
      await page.evaluate(() => {
        window.store.editor.stopTextEditing();
      });
    });

    if (!touch) {
      it('changes the height of a section also if a press beside the page closes the popup [ED37]', async () => {
        await page.evaluate(() => {
          window.store.editor.select([]);
        });
        await page.mouse.move(600, 500);
        const popup = await open('Section height');
        await popup.getByLabel('Height', { exact: true }).last().fill('1234');
        await page.mouse.click(size.width - 10, 300);
        await popup.waitFor({ state: 'detached' });
        const heights = await page.evaluate(() => {
          const { blocks, fields } = window.store.editor;
          return [...blocks.values()].map(({ position }) =>
            Math.round(position.height * fields.settings.referenceWidth),
          );
        });
        expect(heights).to.include(1234);
      });

      it('changes what a block had before, so that typing over the width of a border keeps its colour [ED37]', async () => {
        const uuid = await add('shape');
        const popup = await open('Style');
        const field = popup.getByLabel('Border', { exact: true }).last();
        await field.press('End');
        for (const key of ['Backspace', '0', '8']) await field.press(key);
        expect(await field.inputValue()).to.equal('08');
        await field.press('Enter');
        expect(await field.inputValue()).to.equal('8');
        expect(await blockOf(uuid)).to.contain('"widthPx":8,"style":"solid","color":"#ff0000"');
      });

      it('starts with the field of the font size focused and selected if the size is no preset, so that typing replaces it [ED23][ED37]', async () => {
        const uuid = await add('text');
        const popup = await open(/^Font size/);
        await popup.locator('input:focus').waitFor();
        await page.keyboard.type('28');
        await page.keyboard.press('Enter');
        expect(await popup.getByLabel('Size (px)').inputValue()).to.equal('28');
        expect(await blockOf(uuid)).to.contain('"fontSize":28');
        await page.keyboard.type('x');
        expect(await blockOf(uuid), 'ignored').to.contain('"fontSize":28');
        await page.keyboard.press('Escape');
        await popup.waitFor({ state: 'detached' });
        expect(await blockOf(uuid)).to.contain('"fontSize":28');
      });

      it('of the font size applies to the text that is being edited, also while it is typed digit by digit [ED37]', async () => {
        const uuid = await add('text');
        await page.evaluate((each) => {
          window.store.editor.startTextEditing(each);
        }, uuid);
        await page.locator('.ProseMirror').waitFor();
        await page.keyboard.press('Control+a');
        const popup = await open(/^Font size/);
        await popup.locator('input:focus').waitFor();
        await page.keyboard.type('28');
        expect(await popup.getByLabel('Size (px)').inputValue()).to.equal('28');
        for (const key of ['Backspace', 'Backspace']) await page.keyboard.press(key);
        expect(await blockOf(uuid), 'cleared').not.to.contain('"sizePx":10');
        await page.keyboard.type('45');
        await pressOutside();
        expect(await blockOf(uuid)).to.contain('"sizePx":45');
      });
    }
  });
