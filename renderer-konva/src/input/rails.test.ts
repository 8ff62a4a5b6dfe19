import { expect } from 'chai';
import { readPixels } from '../testing/InputDriver.ts';
import { settle } from '../testing/settle.ts';
import { useCanvasHarness } from '../testing/useCanvasHarness.ts';

const SELECTION = [43, 78, 255] as const;
const GUIDE = [255, 46, 147] as const;
/** The window is 600 px wide and centred in 1100 px. */
const LEFT = 250;
const RAIL = { left: LEFT - 18, right: LEFT + 600 + 18, handleY: 112 };

describe('rails and the edges of sections', function () {
  this.timeout(60_000);
  const canvas = useCanvasHarness({ width: 1100, height: 760 });
  const { boxOf } = canvas;
  beforeEach(async () => {
    await canvas.page.mouse.move(2, 2);
    await canvas.showGallery({ advanced: true });
  });

  const mode = () => canvas.page.evaluate(() => window.editor.mode);
  const referenceWidth = () =>
    canvas.page.evaluate(() => window.editor.fields.settings.referenceWidth);
  const firstSection = () => canvas.page.evaluate(() => window.editor.sectionIds[0] ?? '');
  const cursor = () =>
    canvas.page
      .locator('[data-cobble-scroller]')
      .evaluate((each: HTMLElement) => each.style.cursor);

  it('inserts space at the slicer, as one history entry, and shows how much [GS10]', async () => {
    const [above, below] = [await boxOf('shape1'), await boxOf('button1')];
    const section = await boxOf(await firstSection());
    await canvas.page.mouse.move(RAIL.left, 370);
    expect(await cursor()).to.equal('row-resize');
    await canvas.input.drag(
      [
        { x: RAIL.left, y: 370 },
        { x: RAIL.left, y: 430 },
      ],
      { hold: true },
    );
    expect(await mode()).to.include({ name: 'slicing' });
    await settle(canvas.page);
    const seen = await readPixels(canvas.page, { x: 480, y: 360, width: 140, height: 80 });
    expect(seen.count(SELECTION)).to.be.greaterThan(200);
    await canvas.page.mouse.up();
    expect((await boxOf('button1')).y).to.be.closeTo(below.y + 0.1, 0.002);
    expect((await boxOf('shape1')).y).to.equal(above.y);
    expect((await boxOf(await firstSection())).height).to.be.closeTo(section.height + 0.1, 0.002);
    await canvas.page.locator('[data-cobble-scroller]').focus();
    await canvas.page.keyboard.press('Control+z');
    expect((await boxOf('button1')).y).to.equal(below.y);
  });

  it('moves the cutoff by dragging a rail, snaps it to a nearby line, and scales the page [GS10]', async () => {
    const size = () =>
      canvas.page.evaluate(() => {
        const content = window.editor.blocks.get('text1')?.content as { fontSize?: number };
        return content.fontSize ?? 0;
      });
    const before = await size();
    await canvas.page.mouse.move(RAIL.right, RAIL.handleY);
    expect(await cursor()).to.equal('col-resize');
    // Twice 46 px wider is 692, which snaps to the line at 700.
    await canvas.input.drag(
      [
        { x: RAIL.right, y: RAIL.handleY },
        { x: RAIL.right + 46, y: RAIL.handleY },
      ],
      { hold: true },
    );
    expect(await mode()).to.deep.include({ referenceWidthPx: 700, line: 700, scale: true });
    expect(await referenceWidth()).to.equal(600);
    await settle(canvas.page);
    const line = await readPixels(canvas.page, { x: LEFT + 645, y: 500, width: 12, height: 40 });
    expect(line.count(GUIDE)).to.be.greaterThan(30);
    await canvas.page.mouse.up();
    expect(await referenceWidth()).to.equal(700);
    expect(await size()).to.be.closeTo((before * 700) / 600, 0.2);
    await canvas.page.locator('[data-cobble-scroller]').focus();
    await canvas.page.keyboard.press('Control+z');
    expect([await referenceWidth(), await size()]).to.deep.equal([600, before]);
  });

  it('moves only the cutoff if Shift is down at the start; Esc cancels [GS10]', async () => {
    const before = await canvas.page.evaluate(() => window.harness.clientBoxOf('shape1'));
    const drag = () =>
      canvas.input.drag(
        [
          { x: RAIL.left, y: RAIL.handleY },
          { x: RAIL.left - 48, y: RAIL.handleY },
        ],
        { hold: true },
      );
    await canvas.page.keyboard.down('Shift');
    await drag();
    await canvas.page.keyboard.up('Shift');
    expect(await mode()).to.deep.include({ referenceWidthPx: 700, scale: false });
    await canvas.page.mouse.up();
    expect(await referenceWidth()).to.equal(700);
    await settle(canvas.page);
    const now = await canvas.page.evaluate(() => window.harness.clientBoxOf('shape1'));
    expect(Math.abs(now.x - before.x)).to.be.at.most(1);
    expect(Math.abs(now.width - before.width)).to.be.at.most(1);
    await canvas.page.locator('[data-cobble-scroller]').focus();
    await canvas.page.keyboard.press('Control+z');
    await drag();
    await canvas.page.keyboard.press('Escape');
    expect(await mode()).to.deep.equal({ name: 'layout' });
    await canvas.page.mouse.up();
    expect(await referenceWidth()).to.equal(600);
  });

  it('has rails that can be dragged only in Advanced mode', async () => {
    await canvas.page.evaluate(() => {
      window.harness.showGallery();
    });
    await settle(canvas.page);
    await canvas.input.drag([
      { x: RAIL.right, y: RAIL.handleY },
      { x: RAIL.right + 46, y: RAIL.handleY },
    ]);
    expect(await referenceWidth()).to.equal(600);
  });

  it('widens a section by dragging its side, in steps of 50 px on release [GS10]', async () => {
    const uuid = await firstSection();
    const { height, width } = await boxOf(uuid);
    const handle = { x: LEFT + 600, y: (height * 600) / 2 };
    await canvas.page.mouse.move(700, handle.y);
    await canvas.page.mouse.move(handle.x, handle.y);
    expect(await cursor()).to.equal('col-resize');
    await canvas.input.drag([handle, { x: handle.x + 38, y: handle.y }], { hold: true });
    // The step nearest to 676 is 700; the section keeps its width until the release.
    expect(await mode()).to.deep.include({ name: 'resizing-section-width', widthPx: 700 });
    expect((await boxOf(uuid)).width).to.equal(width);
    await canvas.page.mouse.up();
    expect((await boxOf(uuid)).width).to.be.closeTo(700 / 600, 1e-6);
  });

  it('shows the new height of a section, and scrolls at the edge while it is dragged', async () => {
    const uuid = await firstSection();
    const { height } = await boxOf(uuid);
    await canvas.input.drag(
      [
        { x: 550, y: height * 600 },
        { x: 550, y: height * 600 + 60 },
      ],
      { hold: true },
    );
    expect((await boxOf(uuid)).height).to.be.closeTo(height + 0.1, 0.004);
    await settle(canvas.page);
    const pill = await readPixels(canvas.page, {
      x: 510,
      y: height * 600 + 24,
      width: 80,
      height: 36,
    });
    expect(pill.count(SELECTION)).to.be.greaterThan(300);
    await canvas.page.mouse.move(550, 752, { steps: 3 });
    await canvas.page.waitForFunction(
      () => (document.querySelector('[data-cobble-scroller]')?.scrollTop ?? 0) > 60,
    );
    await canvas.page.mouse.up();
    expect((await boxOf(uuid)).height).to.be.above(height + 0.3);
  });
});
