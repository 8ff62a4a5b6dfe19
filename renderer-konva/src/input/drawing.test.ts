import { expect } from 'chai';
import { isNear, readPixels } from '../testing/InputDriver.ts';
import { settle } from '../testing/settle.ts';
import { useCanvasHarness } from '../testing/useCanvasHarness.ts';

const BLACK = [0, 0, 0] as const;

declare global {
  interface Window {
    counts: { events: number; positions: number; dispatched: number };
    fills: number;
  }
}

describe('drawing on the canvas', function () {
  this.timeout(60_000);
  const canvas = useCanvasHarness({ width: 1000, height: 700, touch: true });
  beforeEach(async () => {
    await canvas.showGallery();
    await canvas.page.evaluate(() => {
      // On a slow machine, fingers would stay in place for as long as a long press.
      window.harness.holdTimers(500);
    });
    await canvas.page.locator('[data-cobble-scroller]').focus();
    await canvas.page.keyboard.press('d');
  });

  const mode = () => canvas.page.evaluate(() => window.editor.mode.name);
  const strokes = () => canvas.page.evaluate(() => window.editor.drawing?.strokes ?? []);
  const drawings = () =>
    canvas.page.evaluate(() =>
      [...window.editor.blocks.values()].filter(({ type }) => type === 'drawing'),
    );
  /** A line across an area without blocks. */
  const line = (y: number) => [
    { x: 260, y },
    { x: 420, y },
    { x: 560, y },
  ];

  it('shows strokes while they are drawn, above the dimmed page, and keeps them on Enter [GS11]', async () => {
    expect(await mode()).to.equal('drawing');
    const star = await canvas.page.evaluate(() => window.harness.clientBoxOf('shape1'));
    await settle(canvas.page);
    const dimmed = await readPixels(canvas.page, star);
    // The star's own colour is #FFB52E; the page is white.
    expect(dimmed.count([255, 181, 46])).to.equal(0);
    await canvas.input.drag(line(480), { hold: true });
    await settle(canvas.page);
    const whileDrawn = await readPixels(canvas.page, { x: 255, y: 470, width: 310, height: 20 });
    expect(whileDrawn.count(BLACK)).to.be.greaterThan(300);
    expect(
      await canvas.page.evaluate(() => window.editor.drawing?.current?.points.length),
    ).to.be.above(2);
    await canvas.page.mouse.up();
    expect(await strokes()).to.have.length(1);
    await canvas.page.keyboard.press('Enter');
    expect(await mode()).to.equal('drawing');
    const [drawing] = await drawings();
    const box = await canvas.page.evaluate((id) => window.editor.boxOf(id), drawing?.uuid ?? '');
    // As wide as it was drawn: 300 px of a window of 600.
    expect(box?.width).to.be.closeTo(0.5, 0.02);
    await canvas.page.keyboard.press('Escape');
    expect(await mode()).to.equal('layout');
    await settle(canvas.page);
    const after = await readPixels(canvas.page, star);
    expect(after.count([255, 181, 46])).to.be.greaterThan(500);
    await canvas.page.keyboard.press('Control+z');
    expect(await drawings()).to.deep.equal([]);
  });

  it('has its own undo and redo; a new stroke clears redo [GS11]', async () => {
    await canvas.input.drag(line(480));
    await canvas.input.drag(line(500));
    await canvas.page.keyboard.press('Control+z');
    expect(await strokes()).to.have.length(1);
    await canvas.page.keyboard.press('Control+Shift+z');
    expect(await strokes()).to.have.length(2);
    await canvas.page.keyboard.press('Control+z');
    await canvas.input.drag(line(520));
    expect(await canvas.page.evaluate(() => window.editor.canRedo)).to.equal(false);
    expect(await strokes()).to.have.length(2);
    await canvas.page.keyboard.press('d');
    expect(await mode()).to.equal('layout');
    // Leaving kept the remaining strokes as one block and one history entry.
    expect(await drawings()).to.have.length(1);
    await canvas.page.keyboard.press('Control+z');
    expect(await drawings()).to.have.length(0);
  });

  it("varies the stroke's width with the pen's pressure", async () => {
    await canvas.page.evaluate(() => {
      window.editor.setDrawingPen({ widthPx: 12 });
    });
    await canvas.input.pen([
      { x: 260, y: 500, force: 0.1 },
      { x: 400, y: 500, force: 0.1 },
      { x: 460, y: 500, force: 0.9 },
      { x: 600, y: 500, force: 0.9 },
    ]);
    const [stroke] = await strokes();
    const pressures = stroke?.points.map(({ pressure }) => pressure) ?? [];
    expect(Math.min(...pressures)).to.be.below(0.3);
    expect(Math.max(...pressures)).to.be.above(0.7);
    await settle(canvas.page);
    const thickness = async (x: number) =>
      (await readPixels(canvas.page, { x, y: 480, width: 1, height: 40 })).count(BLACK);
    const [thin, thick] = [await thickness(340), await thickness(560)];
    expect(thick).to.be.above(thin + 3);
  });

  it('draws a translucent highlighter', async () => {
    await canvas.page.evaluate(() => {
      window.editor.setDrawingPen({ tool: 'highlighter' });
    });
    await canvas.input.drag(line(500));
    await settle(canvas.page);
    const ink = (await readPixels(canvas.page, { x: 420, y: 500, width: 1, height: 1 })).at(
      420,
      500,
    );
    // #FFDE33 at 0.48 over white.
    expect(isNear(ink, [255, 239, 157]), ink.join()).to.equal(true);
  });

  it('uses all pointer positions between two frames', async () => {
    await canvas.page.evaluate(() => {
      const counts = { events: 0, positions: 0, dispatched: 0 };
      window.counts = counts;
      document.querySelector('[data-cobble-scroller]')?.addEventListener(
        'pointermove',
        (event) => {
          if (window.editor.drawing?.current === null) return;
          counts.events += 1;
          counts.positions += (event as PointerEvent).getCoalescedEvents().length;
          // A slow frame, so that several positions arrive with the next one.
          const end = performance.now() + 100;
          while (performance.now() < end);
        },
        { capture: true },
      );
      const { editor } = window;
      const dispatch = editor.dispatch.bind(editor);
      editor.dispatch = (event, options) => {
        if (event.type === 'pointermove' && editor.drawing?.current) counts.dispatched += 1;
        return dispatch(event, options);
      };
    });
    await canvas.page.mouse.move(260, 500);
    await canvas.page.mouse.down();
    await Promise.all(
      Array.from({ length: 60 }, (_, step) =>
        canvas.page.mouse.move(262 + step * 5, 500 + (step % 7)),
      ),
    );
    await canvas.page.mouse.up();
    const { events, positions, dispatched } = await canvas.page.evaluate(() => window.counts);
    expect(dispatched).to.equal(positions);
    expect(positions).to.be.above(events);
  });

  it('repaints only the current stroke', async () => {
    for (let y = 460; y < 520; y += 6) await canvas.input.drag(line(y));
    const fills = await canvas.page.evaluate(() => {
      window.fills = 0;
      const { prototype } = CanvasRenderingContext2D;
      const fill = Reflect.get(prototype, 'fill') as (...given: unknown[]) => void;
      Object.assign(prototype, {
        fill(this: CanvasRenderingContext2D, ...given: unknown[]) {
          if (given[0] instanceof Path2D) window.fills += 1;
          fill.apply(this, given);
        },
      });
      return window.fills;
    });
    expect(fills).to.equal(0);
    await canvas.input.drag(line(540), { hold: true });
    await settle(canvas.page);
    const [painted, moves] = await canvas.page.evaluate(() => [
      window.fills,
      window.editor.drawing?.current?.points.length ?? 0,
    ]);
    // At most one fill per frame, not one for each of the ten other strokes.
    expect(painted).to.be.within(1, moves + 4);
    const all = await readPixels(canvas.page, { x: 400, y: 455, width: 1, height: 70 });
    expect(all.count(BLACK)).to.be.at.least(20);
    await canvas.page.mouse.up();
    await canvas.page.keyboard.press('Control+z');
    await canvas.page.keyboard.press('Control+z');
    await settle(canvas.page);
    const less = await readPixels(canvas.page, { x: 400, y: 511, width: 1, height: 40 });
    expect(less.count(BLACK)).to.equal(0);
  });

  it('draws with one finger, without scrolling, zooming or selecting', async () => {
    const view = () =>
      canvas.page.evaluate(() => {
        const scroller = document.querySelector<HTMLElement>('[data-cobble-scroller]');
        return [scroller?.scrollTop, scroller?.dataset.zoom, [...window.editor.selection]];
      });
    const before = await view();
    await canvas.input.swipe([
      { x: 300, y: 600 },
      { x: 300, y: 300 },
    ]);
    expect(await strokes()).to.have.length(1);
    const two = [
      { x: 300, y: 500 },
      { x: 600, y: 500 },
    ];
    await canvas.input.fingersDown(two);
    await canvas.input.fingersMove(two, [
      { x: 200, y: 400 },
      { x: 800, y: 600 },
    ]);
    await canvas.input.fingersUp();
    expect(await view()).to.deep.equal(before);
    // The first finger drew a stroke, the second one did not.
    expect(await strokes()).to.have.length(2);
    await canvas.page.keyboard.press('Escape');
    await canvas.input.swipe([
      { x: 960, y: 600 },
      { x: 960, y: 300 },
    ]);
    await canvas.page.waitForFunction(
      () => (document.querySelector('[data-cobble-scroller]')?.scrollTop ?? 0) > 100,
    );
  });

  it('shows the stroke’s width and colour as the cursor until drawing ends', async () => {
    const cursor = () =>
      canvas.page
        .locator('[data-cobble-scroller]')
        .evaluate((scroller: HTMLElement) => scroller.style.cursor);
    for (const [widthPx, color] of [
      [12, '#3f9d6b'],
      [20, '#e5372c'],
    ] as const) {
      await canvas.page.evaluate(
        (pen) => {
          window.editor.setDrawingPen({ tool: 'pen', ...pen });
        },
        { widthPx, color },
      );
      // The page is shown at its reference width.
      await canvas.page.mouse.move(400 + widthPx, 480);
      await settle(canvas.page);
      const shown = decodeURIComponent(await cursor());
      expect(shown).to.match(/^url\(.*svg.*crosshair$/);
      const disc = /<circle [^>]*r="([\d.]+)" fill="(#[^"]+)" fill-opacity="1"/.exec(shown);
      expect([Number(disc?.[1]) * 2, disc?.[2]?.toLowerCase()]).to.deep.equal([widthPx, color]);
    }
    await canvas.page.keyboard.press('Escape');
    expect(await cursor()).to.equal('default');
  });
});
