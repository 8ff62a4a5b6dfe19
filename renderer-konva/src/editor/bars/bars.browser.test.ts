import type { BuiltinBlockOf } from '@cobble/engine';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../../testing/eventually.ts';
import { useHarnessPage } from '../../testing/useHarnessPage.ts';

const LONG_NAME = 'A-name-of-50-characters-for-the-portfolio-of-Ada-W';

describe('the bars', function () {
  this.timeout(60_000);
  const shown = useHarnessPage({ app: 'editor', hash: 'english' });
  let page: Page;

  before(() => {
    ({ page } = shown);
  });

  const setName = (slug: string) =>
    page.evaluate((next) => window.store.editor.markPublished({ slug: next }), slug);

  const boxOf = async (name: string) => {
    const box = await page.getByRole('toolbar', { name, exact: true }).boundingBox();
    if (!box) throw new Error(`${name} is not on screen.`);
    return box;
  };

  /** The page's name as shown: how many lines it has, and whether it ends with an ellipsis. */
  const shownName = () =>
    page.getByRole('toolbar', { name: 'Cobble' }).evaluate((bar) => {
      const name = bar.querySelector('span[class*="name"]:not(:has(> span[class*="name"]))');
      if (!name) throw new Error('The name is not shown.');
      const text = document.createRange();
      text.selectNodeContents(name);
      const { overflowX, textOverflow } = getComputedStyle(name);
      const tops = new Set([...text.getClientRects()].map(({ bottom }) => Math.round(bottom)));
      return {
        lines: tops.size,
        isCut: name.scrollWidth > name.clientWidth,
        endsInEllipsis: overflowX === 'hidden' && textOverflow === 'ellipsis',
      };
    });

  for (const slug of ['main', 'Portfolio-of-Ada', LONG_NAME])
    it(`leave the page's buttons free on phones if the page is named ${slug} [ED2]`, async () => {
      await setName(slug);
      for (const width of [360, 375]) {
        await page.setViewportSize({ width, height: 667 });
        await eventually(async () => {
          const [home, bar] = [await boxOf('Cobble'), await boxOf('Page')];
          expect(home.x, String(width)).to.be.at.least(8);
          expect(home.x + home.width, String(width)).to.be.at.most(bar.x - 4);
          expect(bar.x + bar.width, String(width)).to.be.at.most(width - 8);
        });
      }
      await page.setViewportSize({ width: 1280, height: 800 });
    });

  it('show a long page name on one line, with an ellipsis, in the editor and the preview [ED21]', async () => {
    await setName(LONG_NAME);
    for (const mode of ['editing', 'previewing'] as const) {
      await page.evaluate((next) => {
        if (window.store.mode !== next) window.store.toggleMode();
      }, mode);
      for (const width of [1280, 375]) {
        await page.setViewportSize({ width, height: 667 });
        await eventually(async () => {
          expect(await shownName(), `${mode}, ${String(width)}`).to.deep.equal({
            lines: 1,
            isCut: true,
            endsInEllipsis: true,
          });
        });
      }
    }
    await page.evaluate(() => window.store.toggleMode());
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('leave all tools in reach in a low window, as on a phone held sideways or at 200% zoom [ED28]', async () => {
    for (const [width, height] of [
      [640, 360],
      [740, 375],
      [853, 533],
      [1024, 600],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      const size = `${String(width)} x ${String(height)}`;
      const covered = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('[role="toolbar"] :is(button, a)')].flatMap((button) => {
            const { x, y, width: w, height: h } = button.getBoundingClientRect();
            const top = document.elementFromPoint(x + w / 2, y + h / 2);
            return top !== null && button.contains(top) ? [] : [button.ariaLabel ?? 'unnamed'];
          }),
        );
      // The bars move a moment after the window.
      await eventually(async () => {
        expect(await covered(), size).to.deep.equal([]);
        const [home, tools] = [await boxOf('Cobble'), await boxOf('Tools')];
        expect(tools.y, size).to.be.at.least(home.y + home.height);
      });
    }
  });

  it('keep the focus on the lock when it is pressed with the keyboard, so that it can be pressed again [AY3]', async () => {
    await page.evaluate(() => {
      const { editor } = window.store;
      editor.select(editor.add({ type: 'shape' }).unwrap());
    });
    const bar = page.getByRole('toolbar', { name: 'Selection', exact: true });
    await bar.getByRole('button', { name: 'Lock', exact: true }).focus();
    for (const name of ['Unlock', 'Lock']) {
      await page.keyboard.press('Enter');
      await bar.getByRole('button', { name, exact: true }).waitFor();
      await eventually(async () => {
        expect(await page.evaluate(() => document.activeElement?.ariaLabel)).to.equal(name);
      });
    }
    await page.evaluate(() => window.store.editor.undo());
  });

  it('have dividers between controls only, whatever is selected [ED21]', async () => {
    await page.route('https://a.example/*', (route) => route.fulfill({ body: '' }));
    const toolbar = page.getByRole('toolbar', { name: 'Selection' });
    const partsAfterAdding = async (types: readonly string[]) => {
      await page.evaluate((added) => {
        const { editor } = window.store;
        const position = { x: 0.2, y: 0.2, width: 0.1, height: 0.1 };
        const content = { url: 'https://a.example/a.png' } as BuiltinBlockOf<'image'>['content'];
        editor.select(
          added.flatMap((type) =>
            editor
              .add(
                type === 'image'
                  ? { type, position, content }
                  : { type: type as 'sticky-note', position },
              )
              .unwrap(),
          ),
        );
      }, types);
      await toolbar.waitFor();
      return toolbar.evaluate((bar) =>
        [...bar.children].map((part) => (part.role === 'separator' ? '|' : 'control')),
      );
    };
    for (const types of [
      ['image'],
      ['image', 'image'],
      ['image', 'sticky-note'],
      ['text', 'text'],
      ['sticky-note'],
      ['code-embed'],
    ]) {
      const parts = await partsAfterAdding(types);
      const name = types.join(' and ');
      expect(parts.at(0), name).to.equal('control');
      expect(parts.at(-1), name).to.equal('control');
      expect(parts.join(' '), name).to.not.contain('| |');
    }
  });
});
