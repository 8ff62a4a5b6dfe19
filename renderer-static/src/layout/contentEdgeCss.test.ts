/// <reference lib="dom" />
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { renderPage } from '../renderPage.ts';
import { closeWindows, sharedBrowser } from '../../../scripts/testing/chromium.mjs';
import { makeBlock, makePage } from '../testing/makePage.ts';
import { untilSized } from '../testing/untilSized.ts';

describe('content on very wide screens', function () {
  this.timeout(60_000);
  let browser: Browser;
  before(async () => {
    browser = await sharedBrowser();
  });
  after(() => closeWindows(browser));

  const wide = (uuid: string, y: number, rest: object = {}) =>
    makeBlock({
      uuid,
      type: 'shape',
      content: { shapeType: 'rectangle', shapeColor: '#2B4EFF' },
      position: { x: -1, y, width: 3, height: 0.1, ...rest },
    });
  const blocks = [
    wide('level', 0),
    wide('rotated', 0.5, { rotationDeg: 20 }),
    wide('pinned', 0.9, { x: 0.05, width: 0.1, pin: 'left' }),
    wide('group', 1.1, { x: -1 }),
    wide('inner', 0, { x: 0 }),
  ].map((block) =>
    block.uuid === 'group'
      ? { ...block, type: 'group', content: { groupDisplay: 'freeform', groupOrder: 0 } }
      : block.uuid === 'inner'
        ? { ...block, parentUuid: 'group' }
        : block,
  );

  /** The blocks under points of the screen, from left to right. */
  const hits = async (
    shown: typeof blocks,
    y: number,
    xs: readonly number[],
  ): Promise<string[]> => {
    const tab = await browser.newPage({ viewport: { width: 1920, height: 1400 } });
    await tab.setContent(renderPage(makePage(shown)).html);
    await untilSized(tab);
    const found = await tab.evaluate(
      ([at, all]) => all.map((x) => document.elementFromPoint(x, at)?.closest('.b')?.id ?? ''),
      [y, xs] as const,
    );
    await tab.close();
    return found;
  };

  // On a screen of 1920 px, content spans 277 to 1643.
  const EDGES = [270, 284, 1636, 1650];

  it('is clipped at 1366 px, rotated blocks and groups too, while pinned ones are at the edge [LY9]', async () => {
    expect(await hits(blocks, 20, EDGES)).to.deep.equal(['', 'level', 'level', '']);
    expect(await hits(blocks, 1.15 * 600, EDGES)).to.deep.equal(['', 'inner', 'inner', '']);
    expect(await hits(blocks, 0.95 * 600, [60, 200])).to.deep.equal(['pinned', '']);
    // Rotated by 20 degrees about (960, 330): at x = 284 its middle is 246 px higher.
    const rise = Math.tan((20 * Math.PI) / 180) * (960 - 284);
    expect(await hits(blocks, 330 - rise, [270, 284])).to.deep.equal(['', 'rotated']);
    expect(await hits(blocks, 330 + rise, [1636, 1650])).to.deep.equal(['rotated', '']);
  });

  it('is clipped there on pages without pins, too', async () => {
    const plain = blocks.filter(({ uuid }) => uuid !== 'pinned');
    expect(await hits(plain, 20, EDGES)).to.deep.equal(['', 'level', 'level', '']);
    expect(renderPage(makePage(plain)).css).not.to.contain('clip-path:polygon');
  });
});
