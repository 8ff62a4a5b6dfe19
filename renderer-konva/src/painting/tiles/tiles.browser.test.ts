import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { settle } from '../../testing/settle.ts';
import { type Harness, startHarness } from '../../testing/startHarness.ts';

/** Random edits, and the device pixel ratio; more where tests may take longer. */
const SEEDS: readonly (readonly [seed: number, scale: number])[] = [
  [1, 1],
  ...(process.env['CI']
    ? ([
        [2, 1],
        [3, 2],
      ] as const)
    : []),
];

/** Shows a page of several screens with seeded blocks in many styles. */
async function showSeeded(page: Page, seed: number): Promise<void> {
  await page.evaluate((value) => {
    window.harness.showSeeded(value, 60);
  }, seed);
  await settle(page);
}

describe('the tiles of the canvas', function () {
  this.timeout(180_000);
  let harness: Harness;
  before(async () => {
    harness = await startHarness();
  });
  after(() => harness.stop());

  const open = async (seed: number, scale = 1) => {
    const opened = await harness.open({ width: 760, height: 560, scale });
    await showSeeded(opened.page, seed);
    return opened;
  };
  /** Compares the tiles with a direct painting as soon as everything is painted. */
  const expectSame = async (page: Page, what: string): Promise<void> => {
    await settle(page);
    const { differing, maxDifference, inked, at } = await page.evaluate(() =>
      window.harness.comparePainted(),
    );
    expect(inked, `${what} is not empty`).to.be.above(1000);
    // Only antialiased edges of rotated blocks differ, because they depend on where a bitmap begins.
    expect(maxDifference, `${what}, first at ${at}`).to.be.below(96);
    expect(differing / inked, `${what}, first at ${at}`).to.be.below(0.005);
  };

  for (const [seed, scale] of SEEDS)
    it(`equal a direct painting of the page after edits, scrolls and zooms (seed ${String(seed)}) [CV3]`, async () => {
      const { page, errors, close } = await open(seed, scale);
      await expectSame(page, 'the start');
      for (let step = 0; step < 10; step += 1) {
        const did = await page.evaluate((count) => window.harness.seededStep(count), step);
        await expectSame(page, `step ${String(step)}: ${did}`);
      }
      expect(errors).to.deep.equal([]);
      await close();
    });

  it('do not increase in number with the length of the page [CV3]', async () => {
    const { page, close } = await open(1);
    const bitmaps = () =>
      page.evaluate(() => document.querySelectorAll('[data-cobble-blocks] canvas').length);
    await page.evaluate(() => {
      window.harness.showSeeded(4, 700);
    });
    await settle(page);
    let max = 0;
    for (let screen = 0; screen < 7; screen += 1) {
      await page.evaluate((top) => {
        document.querySelector('[data-cobble-scroller]')?.scrollTo(0, top);
      }, screen * 900);
      await settle(page);
      max = Math.max(max, await bitmaps());
    }
    expect(max).to.be.within(4, 30);
    await close();
  });

  it('are not repainted while a block is dragged above them, and show it after the drop', async () => {
    const { page, errors, close } = await open(5);
    await page.evaluate(() => {
      window.harness.countPaintings();
    });
    const at = await page.evaluate(() => {
      const uuid = window.harness.freeBlock();
      const { x, y, width, height } = window.harness.clientBoxOf(uuid);
      return { x: x + width / 2, y: y + height / 2 };
    });
    await page.mouse.move(at.x, at.y);
    await page.evaluate(() => window.harness.paintingsSettled());
    const before = await page.evaluate(() => window.harness.paintings());
    await page.mouse.down();
    // A press paints the blocks that a drag would move, so that the first frame of the drag is
    // short.
    await page.evaluate(() => window.harness.paintingsSettled());
    const pressed = await page.evaluate(() => window.harness.paintings());
    expect(pressed).to.be.above(before);
    await page.mouse.move(at.x + 8, at.y + 8, { steps: 2 });
    await settle(page);
    // What is not visible yet is painted in the following frames.
    await page.evaluate(() => window.harness.paintingsSettled());
    const begun = await page.evaluate(() => window.harness.paintings());
    for (let step = 1; step <= 10; step += 1) {
      await page.mouse.move(at.x + 8 + step, at.y + 8 + step);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await settle(page);
    expect(await page.evaluate(() => window.harness.paintings())).to.equal(begun);
    // The block moved by whole pixels, so its moved image equals the final painting.
    await page.mouse.up();
    await expectSame(page, 'the drop');
    expect(errors).to.deep.equal([]);
    await close();
  });

  for (const [scale, ids] of [
    [1.5, ['s3']],
    [1, ['s2', 's9', 's14']],
    [1, Array.from({ length: 50 }, (_, index) => `s${String(index + 5)}`)],
  ] as const)
    it(`keep blocks above ${String(ids.length)} moved ones in front, wherever those are moved (at ${String(scale)}x)`, async () => {
      const { page, errors, close } = await open(8, scale);
      await page.evaluate((uuids) => {
        const { editor } = window;
        editor.select([...uuids]);
        editor.begin();
        if (uuids.length > 9) return;
        for (const uuid of uuids) editor.update([uuid], { position: { x: 0.15, y: 0.1 } });
      }, ids);
      await expectSame(page, 'the start');
      for (let step = 0; step < 6; step += 1) {
        // Whole px, so that a moved image equals a new painting.
        const [right, down] = step % 4 === 3 ? [-90, 60] : [30, step % 2 === 0 ? 4 : -18];
        await page.evaluate(
          ({ uuids, dx, dy }) => {
            const { editor } = window;
            for (const uuid of uuids) {
              const { x = 0, y = 0 } = editor.blocks.get(uuid)?.position ?? {};
              editor.update([uuid], { position: { x: x + dx, y: y + dy } });
            }
          },
          { uuids: ids, dx: right / 600, dy: down / 600 },
        );
        await expectSame(page, `step ${String(step)}`);
      }
      await page.evaluate(() => window.editor.commit());
      await expectSame(page, 'the end');
      await page.evaluate(() => window.editor.undo());
      await expectSame(page, 'undo');
      expect(errors).to.deep.equal([]);
      await close();
    });

  it('are repainted for another device pixel ratio', async () => {
    const { page } = await open(6);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setDeviceMetricsOverride', {
      width: 740,
      height: 560,
      deviceScaleFactor: 1.5,
      mobile: false,
    });
    await page.waitForFunction(() => {
      const tile = document.querySelector('[data-cobble-blocks] canvas');
      return tile && Math.abs(tile.getBoundingClientRect().width - 512 / 1.5) < 0.1;
    });
    await expectSame(page, 'a screen of 1.5 device pixels');
    // The DevTools session keeps the ratio.
    await page.context().close();
  });
});
