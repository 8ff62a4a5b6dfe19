import { expect } from 'chai';
import { PNG } from 'pngjs';
import { type Harness, startHarness } from '../testing/startHarness.ts';
import { settle } from '../testing/settle.ts';

const BODY = '#123355';
const FRAME = '#fe0102';
const BACKGROUND = '#00ff00';

/** A border of 10 px on a page with a reference width of 600 px, as on the published page. */
describe("the page's border", function () {
  this.timeout(60_000);
  let harness: Harness;
  before(async () => {
    harness = await startHarness();
  });
  after(() => harness.stop());

  const shown = async (width: number, style: object = {}) => {
    const { page, errors, close } = await harness.open({ width, height: 700 });
    await page.evaluate(
      (style) => {
        window.harness.showBlank();
        window.editor.updatePage({ style });
      },
      {
        background: { color: BACKGROUND },
        borderColor: BODY,
        border: { widthPx: 10, style: 'solid' as const, color: FRAME },
        ...style,
      },
    );
    await settle(page);
    await page.mouse.move(width - 1, 699);
    await settle(page);
    const image = PNG.sync.read(await page.screenshot());
    expect(errors).to.deep.equal([]);
    await close();
    return (x: number, y: number): string => {
      const at = (y * image.width + x) * 4;
      return `#${image.data.subarray(at, at + 3).toString('hex')}`;
    };
  };
  /** How far the colour at a point extends to the right, px. */
  const reach = (at: (x: number, y: number) => string, from: number, y: number): number => {
    let x = from;
    while (at(x + 1, y) === at(from, y)) x += 1;
    return x - from + 1;
  };

  it("is at the edges of a desktop's content, with the outside colour beside it", async () => {
    const at = await shown(1600);
    const side = (1600 - 1366) / 2;
    expect(at(2, 300)).to.equal(BODY);
    expect(reach(at, 0, 300)).to.equal(side);
    expect(reach(at, side, 300)).to.equal(10);
    expect(at(800, 4)).to.equal(FRAME);
    expect(at(800, 15)).to.equal(BACKGROUND);
  });

  it('is at the edges of a smaller screen, and scales on a phone', async () => {
    const desktop = await shown(1280);
    expect(reach(desktop, 0, 300)).to.equal(10);
    const phone = await shown(375);
    expect(reach(phone, 0, 300)).to.equal(6);
    expect(phone(0, 300)).to.equal(FRAME);
    expect(phone(180, 5)).to.equal(FRAME);
    expect(phone(180, 6)).to.equal(BACKGROUND);
  });

  it('is around the window when the page hides its overflow', async () => {
    const at = await shown(1280, { hideOverflow: true });
    expect(at(345, 300)).to.equal(FRAME);
    expect(at(355, 300)).to.equal(BACKGROUND);
  });
});
