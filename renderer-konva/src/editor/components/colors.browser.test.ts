import type { RichText } from '@cobble/engine';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../../testing/eventually.ts';
import { useHarnessPage } from '../../testing/useHarnessPage.ts';

for (const touch of [false, true])
  describe(`a colour picked ${touch ? 'on a phone' : 'with a mouse'}`, function () {
    this.timeout(60_000);
    const size = touch ? { width: 375, height: 667 } : { width: 1280, height: 800 };
    const shown = useHarnessPage({ app: 'editor', hash: 'english', touch, ...size });
    let page: Page;

    before(async () => {
      ({ page } = shown);
      await page.emulateMedia({ reducedMotion: 'reduce' });
    });
    afterEach(async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.evaluate(() => {
        const { editor } = window.store;
        editor.stopTextEditing();
        editor.remove(
          [...editor.blocks.values()].flatMap((b) =>
            b.type === 'text' || b.type === 'shape' || b.type === 'sticky-note' ? [b.uuid] : [],
          ),
        );
      });
    });

    const popup = () => page.getByRole('dialog');
    const open = async (button: string | RegExp) => {
      await page.getByRole('button', { name: button }).click();
      await popup().waitFor();
    };
    const row = (name: string) => popup().getByRole('button', { name, exact: true }).click();
    const swatch = (group: string, name: string) =>
      popup()
        .getByRole('group', { name: group })
        .getByRole('button', { name, exact: true })
        .click();
    /** Types a colour and returns its field. */
    const typeHex = async (label: string, typed: string) => {
      const field = popup().getByLabel(`${label}, as hex`);
      await field.fill('');
      await field.pressSequentially(typed);
      return field;
    };
    const close = async () => {
      if (touch) await popup().getByRole('button', { name: 'Done', exact: true }).tap();
      else await page.keyboard.press('Escape');
      await popup().waitFor({ state: 'detached' });
    };
    const fields = () =>
      page.evaluate(() => {
        const { settings, style } = window.store.editor.fields;
        return {
          title: settings.title,
          description: settings.description,
          background: style.backgroundColor,
          beside: style.borderColor,
        };
      });
    const blockOf = (uuid: string) =>
      page.evaluate((each) => JSON.stringify(window.store.editor.blocks.get(each)), uuid);
    const entries = () => page.evaluate(() => window.store.editor.history.entries.length);
    const undo = () => page.evaluate(() => window.store.editor.undo());
    const addShape = () =>
      page.evaluate(() => {
        const { editor } = window.store;
        const position = { x: 0.1, y: 0.15, width: 0.3, height: 0.1 };
        const [uuid = ''] = editor.add({ type: 'shape', position }).unwrap();
        const border = { widthPx: 3, style: 'solid', color: '#ff0000' } as const;
        const dropShadow = { xPx: 4, yPx: 4, blurPx: 2, color: '#00ff00' };
        editor.update(uuid, { styles: { border, dropShadow } }).unwrap();
        editor.select([uuid]);
        return uuid;
      });
    /** Adds a text of which "Red" and "blue" have their colours, and starts to edit it. */
    const editText = async () => {
      const uuid = await page.evaluate(() => {
        const { editor } = window.store;
        const position = { x: 0.1, y: 0.15, width: 0.4, height: 0.1 };
        const [added = ''] = editor.add({ type: 'text', position }).unwrap();
        const content = [
          ['Red', '#ff0000'],
          ['blue', '#0000ff'],
        ].map(([text = '', color]) => ({
          type: 'text',
          text,
          marks: [{ type: 'color', attrs: { color } }],
        }));
        const text: RichText = { type: 'doc', content: [{ type: 'paragraph', content }] };
        editor.update(added, { content: { text, fontSize: 22 } }).unwrap();
        editor.startTextEditing(added);
        return added;
      });
      await page.locator('.ProseMirror').waitFor();
      return uuid;
    };
    const colorsOf = async (uuid: string) =>
      [...(await blockOf(uuid)).matchAll(/"color":"(#\w+)"/g)].map(([, color]) => color);

    /** Presses in a colour area and moves; the area takes mouse events, on phones too. */
    const drag = async (area: Locator) => {
      // Waits until the popup stays where it is.
      await area.hover({ position: { x: 20, y: 20 } });
      const box = await area.boundingBox();
      if (!box) throw new Error('no colour area');
      await page.mouse.down();
      await page.mouse.move(box.x + 60, box.y + 40, { steps: 3 });
    };

    it('in page settings takes back only itself: the title and description typed before, and the other colour, stay [ED39]', async () => {
      await open(/^Page settings/);
      await row('Background');
      await swatch('Background', 'Green, light');
      const { background } = await fields();
      await popup().getByLabel('Page title').fill('Bread and butter');
      await popup().getByLabel('Page description').fill('Typed for a while');
      if (!touch) await page.keyboard.press('Tab');
      const typed = { title: 'Bread and butter', description: 'Typed for a while', background };

      const field = await typeHex('Background', '#12ab5');
      expect(await fields()).to.include(typed);
      await field.press('6');
      expect(await fields()).to.include({ ...typed, background: '#12ab56' });

      if (!touch) {
        await drag(popup().getByRole('slider', { name: 'Colour' }));
        await page.waitForFunction(
          () => window.store.editor.fields.style.backgroundColor !== '#12ab56',
        );
        await page.keyboard.press('Escape');
        await page.mouse.up();
        expect(await fields()).to.include({ ...typed, background: '#12ab56' });
      }

      await row('Beside the page');
      await typeHex('Beside the page', '#334455');
      const all = { ...typed, background: '#12ab56', beside: '#334455' };
      expect(await fields()).to.include(all);
      await close();
      expect(await fields()).to.include(all);
      await undo();
      expect(await fields()).to.include({ ...typed, background: '#12ab56' });
    });

    it('for a shadow leaves the border the colour that it has just got [ED39]', async () => {
      const uuid = await addShape();
      await open('Style');
      await row('Border colour');
      await swatch('Border colour', 'Blue, dark');
      const border = await page.evaluate(
        (each) => window.store.editor.blocks.get(each)?.styles.border?.color,
        uuid,
      );
      expect(border).to.be.a('string').and.not.equal('#ff0000');
      await row('Shadow colour');
      await typeHex('Shadow colour', '#12ab5');
      expect(await colorsOf(uuid)).to.include.members([border, '#00ff00']);
      await page.keyboard.type('6');
      expect(await colorsOf(uuid)).to.include.members([border, '#12ab56']);
      if (!touch) {
        await drag(
          popup()
            .getByRole('group', { name: 'Shadow colour' })
            .getByRole('slider', { name: 'Colour' }),
        );
        await page.keyboard.press('Escape');
        await page.mouse.up();
      }
      await close();
      expect(await colorsOf(uuid)).to.include.members([border, '#12ab56']);
    });

    it('is one history entry for each swatch, each colour that is entered and each drag [ED39]', async () => {
      const uuid = await addShape();
      const before = await entries();
      await open('Shape colour');
      await swatch('Shape colour', 'Green, light');
      await swatch('Shape colour', 'Blue, dark');
      for (const typed of ['#00aa00', '#aa00aa']) {
        await typeHex('Shape colour', typed);
        await page.keyboard.press('Enter');
      }
      expect(await entries()).to.equal(before + 4);
      if (!touch) {
        await drag(popup().getByRole('slider', { name: 'Colour' }));
        await page.mouse.move(5, 5);
        await page.mouse.up();
        await page.waitForFunction(
          (count) => window.store.editor.history.entries.length > count,
          before + 4,
        );
      }
      await close();
      expect(await entries()).to.equal(before + (touch ? 4 : 5));
      if (!touch) await undo();
      expect(await blockOf(uuid)).to.contain('"shapeColor":"#aa00aa"');
      await undo();
      expect(await blockOf(uuid)).to.contain('"shapeColor":"#00aa00"');
    });

    it('in an edited text is one step for undo each, and a drag that is cancelled leaves those before it [ED39][TX16]', async () => {
      const uuid = await editText();
      await page.keyboard.press('Control+a');
      await open('Text colour');
      for (const typed of ['#00ff00', '#aa00aa']) {
        await typeHex('Text colour', typed);
        await page.keyboard.press('Enter');
      }
      if (!touch) {
        await drag(popup().getByRole('slider', { name: 'Colour' }));
        await page.waitForFunction(
          (each) => !JSON.stringify(window.store.editor.blocks.get(each)).includes('#aa00aa'),
          uuid,
        );
        await page.keyboard.press('Escape');
        await page.mouse.up();
        expect(await colorsOf(uuid))
          .to.include('#aa00aa')
          .and.not.include('#ff0000');
      }
      await close();
      expect(await colorsOf(uuid))
        .to.include('#aa00aa')
        .and.not.include('#0000ff');
      await page.keyboard.press('Control+z');
      expect(await colorsOf(uuid))
        .to.include('#00ff00')
        .and.not.include('#aa00aa');
      await page.keyboard.press('Control+z');
      expect(await colorsOf(uuid)).to.include.members(['#ff0000', '#0000ff']);
    });

    if (touch)
      it('is picked in an area that the sheet shows as a whole when it opens [ED23]', async () => {
        for (const isEditing of [true, false]) {
          const uuid = await editText();
          if (!isEditing)
            await page.evaluate((each) => {
              window.store.editor.stopTextEditing();
              window.store.editor.update(each, { content: { color: '#000000' } }).unwrap();
            }, uuid);
          await page.getByRole('button', { name: 'Text colour' }).tap();
          await popup().waitFor();
          await eventually(async () => {
            const heights = await popup().evaluate((sheet) => {
              const head = sheet.firstElementChild?.getBoundingClientRect();
              const area = sheet.querySelector('[role="slider"]')?.getBoundingClientRect();
              const { activeElement } = document;
              return {
                scrolled: sheet.scrollTop,
                isBelowHead: head && area ? area.top >= head.bottom : false,
                hasFocus: sheet.contains(activeElement) && activeElement?.ariaLabel !== null,
              };
            });
            expect(heights).to.eql({ scrolled: 0, isBelowHead: true, hasFocus: true });
          });
          await close();
          await page.evaluate(() => {
            window.store.editor.stopTextEditing();
          });
        }
      });
    else {
      it('goes on with a drag while a key is pressed, and Escape takes all of it back [ED39]', async () => {
        const uuid = await addShape();
        const [before, shape] = [await entries(), await blockOf(uuid)];
        const area = popup().getByRole('slider', { name: 'Colour' });
        const shown = () => popup().getByLabel('Shape colour, as hex').inputValue();
        for (const end of ['release', 'Escape']) {
          await open('Shape colour');
          await drag(area);
          await page.keyboard.press('Shift');
          const half = await shown();
          const box = await area.boundingBox();
          if (!box) throw new Error('no colour area');
          await page.mouse.move(box.x + 20, box.y + 90, { steps: 3 });
          await page.waitForFunction(
            ([each, color]) =>
              !JSON.stringify(window.store.editor.blocks.get(each)).includes(color),
            [uuid, half] as const,
          );
          if (end === 'Escape') await page.keyboard.press('Escape');
          await page.mouse.up();
          if (end === 'release') {
            await page.waitForFunction(
              (count) => window.store.editor.history.entries.length > count,
              before,
            );
            expect(await entries()).to.equal(before + 1);
            await undo();
          }
          expect(await blockOf(uuid), end).to.equal(shape);
          await close();
        }
        expect(await entries()).to.equal(before + 1);
      });

      it('for a section is not for another one that the pointer is over meanwhile [ED39]', async () => {
        const { first, second } = await page.evaluate(() => {
          const { editor } = window.store;
          editor.select([]);
          const [section = ''] = editor.sectionIds;
          editor.resizeSection(section, { height: 0.4 }).unwrap();
          const added = editor.addSection(1).unwrap();
          editor.resizeSection(added, { height: 0.4 }).unwrap();
          editor.select([]);
          window.store.view.scrollToSection(section);
          return { first: section, second: added };
        });
        const canvas = await page.locator('[data-cobble-canvas]').boundingBox();
        if (!canvas) throw new Error('no canvas');
        const yOf = (uuid: string) =>
          page.evaluate((each) => {
            const box = window.store.editor.boxOf(each);
            if (!box) throw new Error('no section');
            return window.store.view.toView(box).y;
          }, uuid);
        const over = async (uuid: string) => {
          const y = canvas.y + (await yOf(uuid)) + 40;
          await page.mouse.move(canvas.x + canvas.width / 2, y - 2);
          await page.mouse.move(canvas.x + canvas.width / 2, y, { steps: 2 });
        };
        await page.waitForFunction(() => {
          const { scrollTop } = document.querySelector('[data-cobble-scroller]') ?? {};
          return window.store.view.scrollTop === scrollTop;
        });
        await over(first);
        await page.getByRole('toolbar', { name: 'Section 1' }).waitFor();
        await open('Section colour');
        await over(second);
        // Long enough for the toolbar to change to the section below the pointer.
        await page.waitForTimeout(700);
        await swatch('Section colour', 'Green, light');
        await close();
        expect(await blockOf(first)).to.contain('background');
        expect(await blockOf(second)).to.not.contain('"background":{"color"');
        await page.evaluate((each) => window.store.editor.remove([each]).unwrap(), second);
      });

      it('is one history entry also if the browser reports the last move right before the release [ED39]', async () => {
        await addShape();
        const before = await entries();
        await open('Shape colour');
        await drag(popup().getByRole('slider', { name: 'Colour' }));
        await page.evaluate(() => {
          const area = document.querySelector('[role="dialog"] [role="slider"]');
          if (!area) throw new Error('no area');
          const { right, bottom } = area.getBoundingClientRect();
          const at = { clientX: right - 3, clientY: bottom - 30, bubbles: true };
          area.dispatchEvent(new MouseEvent('mousemove', { ...at, buttons: 1 }));
          area.dispatchEvent(new PointerEvent('pointerup', at));
          area.dispatchEvent(new MouseEvent('mouseup', at));
        });
        await page.mouse.up();
        const field = popup().getByLabel('Shape colour, as hex');
        await page.waitForFunction(
          (count) => window.store.editor.history.entries.length > count,
          before,
        );
        const dragged = await field.inputValue();
        await close();
        expect(await entries()).to.equal(before + 1);
        expect(dragged.toLowerCase()).to.equal(
          await page.evaluate(() => {
            const [block] = window.store.editor.selectedBlocks;
            return block?.type === 'shape' ? block.content.shapeColor : null;
          }),
        );
      });
    }
  });
