import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { lookAt, type Rgb } from '../testing/hands.ts';
import { settle } from '../testing/settle.ts';
import { type Harness, type HarnessPage, startHarness } from '../testing/startHarness.ts';

const USUAL: Rgb = [43, 78, 255];
const STRONG: Rgb = [0, 25, 168];

describe('the canvas for those who ask for contrast or rest', function () {
  this.timeout(60_000);
  let harness: Harness;
  let opened: HarnessPage;
  let page: Page;
  before(async () => {
    harness = await startHarness();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    opened = await harness.open({ width: 900, height: 700 });
    ({ page } = opened);
  });
  afterEach(async () => {
    expect(opened.errors).to.deep.equal([]);
    await page.context().close();
  });

  /** Shows a selected shape and gives how much of each colour its outline and handles have. */
  const showSelected = async (): Promise<void> => {
    await page.evaluate(() => {
      window.harness.showBlocks([
        {
          type: 'shape',
          uuid: 'shape1',
          position: { x: 0.3, y: 0.3, width: 0.4, height: 0.3 },
          content: { shapeType: 'rectangle', shapeColor: '#808080' },
        },
      ]);
      window.editor.addSection();
      window.editor.select(['shape1']);
    });
    await settle(page);
  };
  const inkOf = async (color: Rgb): Promise<number> => {
    const box = await page.evaluate(() => window.harness.clientBoxOf('shape1'));
    const room = { x: box.x - 12, y: box.y - 12, width: box.width + 24, height: box.height + 60 };
    return (await lookAt(page, room)).count(color);
  };
  /** A system colour as this browser has it. */
  const systemColor = (name: string): Promise<Rgb> =>
    page.evaluate((color) => {
      const element = document.body.appendChild(document.createElement('i'));
      element.style.color = color;
      const [red = 0, green = 0, blue = 0] =
        getComputedStyle(element).color.match(/\d+/g)?.map(Number) ?? [];
      element.remove();
      return [red, green, blue] as const;
    }, name);

  it('has stronger colours and wider lines where more contrast is asked for, and at once', async () => {
    await showSelected();
    const usual = await inkOf(USUAL);
    expect(await inkOf(STRONG)).to.equal(0);
    await page.emulateMedia({ contrast: 'more' });
    await settle(page);
    expect(await inkOf(USUAL)).to.equal(0);
    expect(await inkOf(STRONG)).to.be.greaterThan(1.3 * usual);
    await page.emulateMedia({ contrast: 'no-preference' });
    await settle(page);
    expect(await inkOf(USUAL)).to.equal(usual);
  });

  it('is drawn in the system’s colours where it forces them; the page keeps its own', async () => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    await showSelected();
    expect(await inkOf(USUAL)).to.equal(0);
    // Its highlight may let shine through; the line that lies under it does not.
    expect(await inkOf(await systemColor('Canvas'))).to.be.greaterThan(200);
    const box = await page.evaluate(() => window.harness.clientBoxOf('shape1'));
    const { at } = await lookAt(page, { ...box, x: box.x - 60, width: box.width + 60 });
    expect(at(box.x + 60, box.y + 60)).to.deep.equal([128, 128, 128]);
    expect(at(box.x - 50, box.y + 60), 'the page’s ground').to.deep.equal([255, 255, 255]);
  });

  it('scrolls at the edge for those who want no motion, as a drag could not go on without', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await showSelected();
    const box = await page.evaluate(() => window.harness.clientBoxOf('shape1'));
    await page.mouse.move(box.x + box.width / 2 + 20, box.y + box.height / 2 + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, 690, { steps: 6 });
    await page.waitForFunction(
      () => (document.querySelector('[data-cobble-scroller]')?.scrollTop ?? 0) > 40,
    );
    await page.mouse.up();
  });
});
