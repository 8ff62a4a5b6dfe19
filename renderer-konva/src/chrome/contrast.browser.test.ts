import { expect } from 'chai';
import { readPixels, type Rgb } from '../testing/InputDriver.ts';
import { settle } from '../testing/settle.ts';
import { useCanvasHarness } from '../testing/useCanvasHarness.ts';

const DEFAULT: Rgb = [43, 78, 255];
const STRONG: Rgb = [0, 25, 168];

describe('the canvas with contrast and motion preferences', function () {
  this.timeout(60_000);
  const canvas = useCanvasHarness({ width: 900, height: 700, isFresh: true });

  /** Shows a selected shape with its outline and handles. */
  const showSelected = async (): Promise<void> => {
    await canvas.page.evaluate(() => {
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
    await settle(canvas.page);
  };
  const inkOf = async (color: Rgb): Promise<number> => {
    const box = await canvas.page.evaluate(() => window.harness.clientBoxOf('shape1'));
    const area = { x: box.x - 12, y: box.y - 12, width: box.width + 24, height: box.height + 60 };
    return (await readPixels(canvas.page, area)).count(color);
  };
  /** A system colour as this browser has it. */
  const systemColor = (name: string): Promise<Rgb> =>
    canvas.page.evaluate((color) => {
      const element = document.body.appendChild(document.createElement('i'));
      element.style.color = color;
      const [red = 0, green = 0, blue = 0] =
        getComputedStyle(element).color.match(/\d+/g)?.map(Number) ?? [];
      element.remove();
      return [red, green, blue] as const;
    }, name);

  it('has stronger colours and wider lines with more contrast, immediately [CV10]', async () => {
    await showSelected();
    const usual = await inkOf(DEFAULT);
    expect(await inkOf(STRONG)).to.equal(0);
    await canvas.page.emulateMedia({ contrast: 'more' });
    await settle(canvas.page);
    expect(await inkOf(DEFAULT)).to.equal(0);
    expect(await inkOf(STRONG)).to.be.greaterThan(1.3 * usual);
    await canvas.page.emulateMedia({ contrast: 'no-preference' });
    await settle(canvas.page);
    expect(await inkOf(DEFAULT)).to.equal(usual);
  });

  it("uses the system's forced colours, except for the page [CV10]", async () => {
    await canvas.page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    await showSelected();
    expect(await inkOf(DEFAULT)).to.equal(0);
    // The system's highlight colour may be translucent, so look for the opaque line below it.
    expect(await inkOf(await systemColor('Canvas'))).to.be.greaterThan(200);
    const box = await canvas.page.evaluate(() => window.harness.clientBoxOf('shape1'));
    const { at } = await readPixels(canvas.page, { ...box, x: box.x - 60, width: box.width + 60 });
    expect(at(box.x + 60, box.y + 60)).to.deep.equal([128, 128, 128]);
    expect(at(box.x - 50, box.y + 60), 'the page’s background').to.deep.equal([255, 255, 255]);
  });

  it('scrolls at the edge during a drag with reduced motion too', async () => {
    await canvas.page.emulateMedia({ reducedMotion: 'reduce' });
    await showSelected();
    const box = await canvas.page.evaluate(() => window.harness.clientBoxOf('shape1'));
    await canvas.page.mouse.move(box.x + box.width / 2 + 20, box.y + box.height / 2 + 20);
    await canvas.page.mouse.down();
    await canvas.page.mouse.move(box.x + box.width / 2, 690, { steps: 6 });
    await canvas.page.waitForFunction(
      () => (document.querySelector('[data-cobble-scroller]')?.scrollTop ?? 0) > 40,
    );
    await canvas.page.mouse.up();
  });
});
