import { expect } from 'chai';
import type { Block, Page } from '@cobble/engine';
import type { Browser } from 'playwright-core';
import { renderPage } from './renderPage.ts';
import { closeWindows, sharedBrowser } from '../../scripts/testing/chromium.mjs';
import { makeBlock, makePage, makeSection } from './testing/makePage.ts';
import { measurePage, type MeasuredBlock } from './testing/measurePage.ts';

const shapeAt = (uuid: string, x: number, y: number, rest: Partial<Block> = {}): Block =>
  makeBlock({
    uuid,
    type: 'shape',
    content: { shapeType: 'rectangle', shapeColor: '#2B4EFF' },
    ...rest,
    position: { x, y, width: 0.3, height: 0.1, ...rest.position },
  });

function idsIn(page: Page): string[] {
  const { html } = renderPage(page);
  return [...html.matchAll(/ id="(\w+)"/g)].map(([, id = '']) => id).filter((id) => id !== 's1');
}

describe('layout settings of authors', () => {
  const blocks = [shapeAt('a', 0, 0), shapeAt('b', 0.5, 0), shapeAt('c', 0, 0.5)];
  const section = (readingOrder: unknown): Block => {
    const section = makeSection('s1', 2);
    return { ...section, content: { ...section.content, readingOrder } };
  };

  for (const phoneLayout of ['scaled', 'automatic'] as const)
    it(`decide the order of the document, ${phoneLayout} [LY8]`, () => {
      const render = (order: unknown): string[] =>
        idsIn(makePage([section(order), ...blocks], { phoneLayout })).filter((id) => id.length < 2);
      expect(render(undefined)).to.deep.equal(['a', 'b', 'c']);
      expect(render(['c', 'a'])).to.deep.equal(['c', 'b', 'a']);
      expect(render(['c', 'b', 'a', 'ghost'])).to.deep.equal(['c', 'b', 'a']);
      expect(render('nonsense')).to.deep.equal(['a', 'b', 'c']);
    });

  it('mirror shapes but not text', () => {
    const styles = { flip: { x: true } };
    const rule = (block: Block): string =>
      /\.b-\d \.fill\{([^}]*)\}/.exec(renderPage(makePage([block])).html)?.[1] ?? '';
    expect(rule(shapeAt('a', 0, 0, { styles }))).to.equal('scale:-1 1');
    expect(rule(shapeAt('a', 0, 0, { styles: { flip: { x: true, y: true } } }))).to.equal(
      'scale:-1 -1',
    );
    expect(rule(shapeAt('a', 0, 0, { styles: { flip: {} } }))).to.equal('');
    const note = { stickyNoteColor: '#FFE27A', stickyNoteText: { text: 'x' } };
    expect(rule(shapeAt('a', 0, 0, { type: 'sticky-note', content: note, styles }))).to.equal('');
  });

  describe('in a browser', function () {
    this.timeout(60_000);
    let browser: Browser;
    before(async () => {
      browser = await sharedBrowser();
    });
    after(() => closeWindows(browser));

    it('shrink the line height of a heading with its font size', async () => {
      const attrs = { level: 1, textAlign: null, sizePx: 20 };
      const doc = {
        type: 'doc',
        content: [{ type: 'heading', attrs, content: [{ type: 'text', text: 'Market' }] }],
      };
      const block = makeBlock({
        uuid: 'text',
        type: 'text',
        position: { width: 0.5, height: 28 / 600 },
        content: { text: doc, fontSize: 16 },
        styles: { paddingPx: 0, lineHeight: 1.4 },
      });
      const tab = await browser.newPage();
      const { blocks: measured } = await measurePage(tab, renderPage(makePage([block])).html, 1280);
      expect(measured[0]?.fontPx).to.equal(20);
      expect(measured[0]?.height).to.be.closeTo(28, 0.3);
      await tab.close();
    });

    it('keep a block on phones where its author placed it, with the other blocks above and below its row [LY8]', async () => {
      const page = makePage(
        [
          shapeAt('title', 0, 0, { position: { width: 1, height: 0.2 } as Block['position'] }),
          shapeAt('badge', 0.6, 0.05, {
            positionOn: { mobile: { x: 0.1, y: 0.5, width: 0.8, height: 0.2 } },
          }),
          shapeAt('rotated', 0.6, 0.3, {
            position: { rotationDeg: 90 } as Block['position'],
            positionOn: { mobile: { x: 0.2, y: 0.8, width: 0.4, height: 0.1 } },
          }),
          shapeAt('low', 0, 0.6, { position: { width: 1, height: 0.5 } as Block['position'] }),
        ],
        { phoneLayout: 'automatic' },
      );
      const { html } = renderPage(page);
      const tab = await browser.newPage();
      const measure = async (width: number): Promise<ReadonlyMap<string, MeasuredBlock>> => {
        const { blocks: measured, scrolledTo } = await measurePage(tab, html, width);
        expect(scrolledTo).to.equal(0);
        return new Map(measured.map((block) => [block.id, block]));
      };
      const near = (block: MeasuredBlock | undefined, box: readonly number[]): void => {
        const { x = NaN, y = NaN, width = NaN, height = NaN } = block ?? {};
        [x, y, width, height].forEach((px, at) => {
          expect(px, `${String(block?.id)} ${String(at)}`).to.be.closeTo(box[at] ?? NaN, 0.6);
        });
      };

      const wide = await measure(1280);
      near(wide.get('title'), [340, 0, 600, 120]);
      near(wide.get('badge'), [700, 30, 180, 60]);
      near(wide.get('low'), [340, 360, 600, 300]);

      const phone = await measure(375);
      near(phone.get('title'), [0, 0, 375, 75]);
      const badge = phone.get('badge');
      near(badge, [37.5, badge?.y ?? NaN, 300, 75]);
      expect(badge?.y).to.be.closeTo(187.5, 12);
      const rotated = phone.get('rotated');
      const down = (rotated?.y ?? NaN) - (badge?.y ?? NaN);
      near(rotated, [131.25, rotated?.y ?? NaN, 37.5, 150]);
      expect(down, 'keep their arrangement').to.be.closeTo(56.25, 0.6);
      const low = phone.get('low');
      expect(low?.y).to.be.at.least((rotated?.y ?? NaN) + 150);
      await tab.close();
    });
  });
});
