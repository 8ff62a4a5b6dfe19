import { expect } from 'chai';
import { readPixels, type ClientPosition } from '../testing/InputDriver.ts';
import { settle } from '../testing/settle.ts';
import { useCanvasHarness } from '../testing/useCanvasHarness.ts';

const SELECTION = [43, 78, 255] as const;
const GUIDE = [255, 46, 147] as const;
const ROTATE_GAP = 28;

describe('resizing, rotating and moving with the mouse', function () {
  this.timeout(60_000);
  const canvas = useCanvasHarness({ width: 1100, height: 760 });
  const { boxOf, clientBox, middle, select, selection } = canvas;
  beforeEach(async () => {
    await canvas.page.mouse.move(2, 2);
    await canvas.showGallery();
  });

  const corner = async (uuid: string): Promise<ClientPosition> => {
    const box = await clientBox(uuid);
    return { x: box.x + box.width, y: box.y + box.height };
  };
  const by = ({ x, y }: ClientPosition, dx: number, dy: number): ClientPosition => ({
    x: x + dx,
    y: y + dy,
  });
  const rotationOf = (uuid: string) =>
    canvas.page.evaluate((id) => window.editor.blocks.get(id)?.position.rotationDeg ?? 0, uuid);
  const withKey = async (key: string, run: () => Promise<void>) => {
    await canvas.page.keyboard.down(key);
    await run();
    await canvas.page.keyboard.up(key);
  };
  const guides = () => canvas.page.evaluate(() => window.editor.guides);

  it('resizes about the centre with Alt, and shows the size [GS3]', async () => {
    await select('shape1');
    const before = await boxOf('shape1');
    const se = await corner('shape1');
    await canvas.page.keyboard.down('Alt');
    await canvas.input.drag([se, by(se, 20, 20)], { hold: true });
    await settle(canvas.page);
    const now = await clientBox('shape1');
    const pill = {
      x: now.x + now.width / 2 - 50,
      y: now.y + now.height + 8,
      width: 100,
      height: 24,
    };
    expect((await readPixels(canvas.page, pill)).count(SELECTION)).to.be.greaterThan(300);
    await canvas.page.mouse.up();
    await canvas.page.keyboard.up('Alt');
    const centered = await boxOf('shape1');
    expect(centered.x + centered.width / 2).to.be.closeTo(before.x + before.width / 2, 0.002);
    expect(centered.y + centered.height / 2).to.be.closeTo(before.y + before.height / 2, 0.002);
    expect(centered.width).to.be.above(before.width + 0.05);
  });

  it('keeps the ratio of a wide block with Shift [GS3]', async () => {
    await select('button1');
    const before = await boxOf('button1');
    const se = await corner('button1');
    await withKey('Shift', async () => {
      await canvas.input.drag([se, by(se, 0, 32)]);
    });
    const after = await boxOf('button1');
    expect(after.width / after.height).to.be.closeTo(before.width / before.height, 0.02);
  });

  it('snaps rotation to 45 degrees, and to 15 with Shift, and shows the angle [GS4]', async () => {
    await select('shape1');
    const box = await clientBox('shape1');
    const center = await middle('shape1');
    const start = { x: center.x, y: box.y + box.height + ROTATE_GAP };
    const radius = start.y - center.y;
    // The handle below the block, rotated by `deg`.
    const at = (deg: number): ClientPosition => ({
      x: center.x - radius * Math.sin((deg * Math.PI) / 180),
      y: center.y + radius * Math.cos((deg * Math.PI) / 180),
    });
    await canvas.input.drag([start, at(20), at(43)], { hold: true });
    expect(await canvas.page.evaluate(() => window.editor.mode.name)).to.equal('rotating');
    expect(await rotationOf('shape1')).to.equal(45);
    await settle(canvas.page);
    const rotated = await clientBox('shape1');
    const pill = { x: center.x - 30, y: rotated.y + rotated.height + 8, width: 60, height: 24 };
    expect((await readPixels(canvas.page, pill)).count(SELECTION)).to.be.greaterThan(120);
    await canvas.page.mouse.move(at(20).x, at(20).y, { steps: 3 });
    expect(await rotationOf('shape1')).to.be.closeTo(20, 1);
    await canvas.page.keyboard.down('Shift');
    await canvas.page.mouse.move(at(34).x, at(34).y, { steps: 3 });
    expect(await rotationOf('shape1')).to.equal(30);
    await canvas.page.mouse.move(at(77).x, at(77).y, { steps: 3 });
    expect(await rotationOf('shape1')).to.equal(75);
    await canvas.page.keyboard.up('Shift');
    await canvas.page.keyboard.press('Escape');
    await canvas.page.mouse.up();
    expect(await rotationOf('shape1')).to.equal(0);
  });

  it('resizes and rotates several blocks as one', async () => {
    await select('shape1', 'image1');
    const [star, image] = [await boxOf('shape1'), await boxOf('image1')];
    const se = { x: 250 + 400, y: 220 + 135 };
    await canvas.input.drag([se, by(se, 68, 27)]);
    const [wider, moved] = [await boxOf('shape1'), await boxOf('image1')];
    expect(wider.width).to.be.above(star.width + 0.02);
    expect(moved.width).to.be.above(image.width + 0.02);
    expect(wider.x).to.be.closeTo(star.x, 0.001);
    await canvas.page.locator('[data-cobble-scroller]').focus();
    await canvas.page.keyboard.press('Control+z');
    const below = { x: 250 + 230, y: 355 + ROTATE_GAP };
    const center = { x: 250 + 230, y: 287.5 };
    await canvas.input.drag([below, { x: center.x - (below.y - center.y), y: center.y }]);
    expect([await rotationOf('shape1'), await rotationOf('image1')]).to.deep.equal([90, 90]);
  });

  it('drags a copy with Alt, and cycles through overlapping blocks with Alt+click [GS2]', async () => {
    const count = () => canvas.page.evaluate(() => window.editor.blocks.size);
    const before = await count();
    const star = await boxOf('shape1');
    const at = await middle('shape1');
    await canvas.page.keyboard.down('Alt');
    await canvas.input.drag([at, by(at, -30, 150)]);
    await canvas.page.keyboard.up('Alt');
    expect(await count()).to.equal(before + 1);
    expect(await boxOf('shape1')).to.deep.equal(star);
    const [copy = ''] = await selection();
    expect(copy).not.to.equal('shape1');
    await canvas.page.evaluate((id) => {
      const box = window.editor.boxOf('shape1');
      if (box) window.editor.update(id, { position: { x: box.x, y: box.y } });
      window.editor.clearSelection();
    }, copy);
    await canvas.page.mouse.click(at.x, at.y);
    const [top] = await selection();
    const both = new Set(['shape1', copy]);
    expect(both.delete(top ?? '')).to.equal(true);
    const [lower = ''] = both;
    await withKey('Alt', () => canvas.page.mouse.click(at.x, at.y));
    expect(await selection()).to.deep.equal([lower]);
    await withKey('Alt', () => canvas.page.mouse.click(at.x, at.y));
    expect(await selection()).to.deep.equal([top]);
  });

  it('shows a copy while Alt is down during a drag', async () => {
    const count = () => canvas.page.evaluate(() => window.editor.blocks.size);
    const before = await count();
    const at = await middle('shape1');
    const to = by(at, -30, 260);
    const ink = async (position: ClientPosition) =>
      (
        await readPixels(canvas.page, { x: position.x - 4, y: position.y - 4, width: 8, height: 8 })
      ).count([255, 181, 46]);
    await canvas.input.drag([at, to], { hold: true });
    await settle(canvas.page);
    expect([(await ink(at)) > 0, (await ink(to)) > 0]).to.deep.equal([false, true]);
    await canvas.page.locator('[data-cobble-scroller]').focus();
    await canvas.page.keyboard.down('Alt');
    expect(await count()).to.equal(before + 1);
    await settle(canvas.page);
    expect([(await ink(at)) > 0, (await ink(to)) > 0]).to.deep.equal([true, true]);
    await canvas.page.keyboard.up('Alt');
    expect(await count()).to.equal(before);
    await settle(canvas.page);
    expect([(await ink(at)) > 0, (await ink(to)) > 0]).to.deep.equal([false, true]);
    await canvas.page.keyboard.press('Escape');
    await canvas.page.mouse.up();
    await settle(canvas.page);
    expect([(await ink(at)) > 0, (await ink(to)) > 0]).to.deep.equal([true, false]);
  });

  it('condenses the handles of small blocks: 30 px, 18 px [GS3]', async () => {
    /**
     * The cursors over the upper left corner, over the middle of the right side, and beside the
     * lower right corner.
     */
    const cursors = async (px: number): Promise<readonly string[]> => {
      await canvas.page.evaluate((side) => {
        const { editor } = window;
        editor.update('shape1', { position: { width: side / 600, height: side / 600 } });
        editor.select(['shape1']);
      }, px);
      await settle(canvas.page);
      const { x, y } = { x: 250 + 60, y: 220 };
      const found: string[] = [];
      for (const position of [
        { x: x - 2, y: y - 2 },
        { x: x + px + 2, y: y + px / 2 },
        { x: x + px + 7, y: y + px + 7 },
      ]) {
        await canvas.page.mouse.move(position.x, position.y);
        found.push(
          await canvas.page
            .locator('[data-cobble-scroller]')
            .evaluate((each: HTMLElement) => each.style.cursor),
        );
      }
      return found;
    };
    const corner = 'nwse-resize';
    expect((await cursors(60)).slice(0, 2)).to.deep.equal([corner, 'ew-resize']);
    const [, side] = await cursors(30);
    // The side has no handle; at most a corner handle is near enough.
    expect(side).not.to.equal('ew-resize');
    expect(await cursors(18)).to.deep.equal(['default', 'default', corner]);
  });

  it('shows snap guides and distances while dragging and resizing [GS2]', async () => {
    await canvas.page.evaluate(() => {
      window.harness.showBlocks(
        [20, 120, 242].map((x, index) => ({
          type: 'shape',
          uuid: `row${String(index)}`,
          position: { x: x / 600, y: 200 / 600, width: 0.1, height: 0.1 },
          content: { shapeType: 'rectangle', shapeColor: '#96C184' },
        })),
      );
    });
    await settle(canvas.page);
    const third = await middle('row2');
    // The gap between the first two blocks is 40 px, and the third one snaps to an equal gap.
    await canvas.input.drag([third, by(third, -10, 0), by(third, -21, 0)], { hold: true });
    const gaps = (await guides()).filter(({ distancePx }) => distancePx !== undefined);
    expect(gaps.map(({ distancePx }) => Math.round(distancePx ?? 0))).to.include(40);
    await settle(canvas.page);
    const gap = gaps.find(({ axis }) => axis === 'y');
    const pill = {
      x: Math.round(250 + (((gap?.from ?? 0) + (gap?.to ?? 0)) / 2) * 600 - 14),
      y: Math.round((gap?.at ?? 0) * 600 - 8),
      width: 28,
      height: 16,
    };
    expect((await readPixels(canvas.page, pill)).count(GUIDE)).to.be.greaterThan(120);
    await canvas.page.mouse.up();
    expect((await boxOf('row2')).x * 600).to.be.closeTo(220, 0.01);
    await canvas.page.evaluate(() => {
      const { editor } = window;
      const position = { x: 0.2, y: 0.6, width: 0.35, height: 0.05 };
      const content = { shapeType: 'rectangle' } as const;
      editor.add({ type: 'shape', uuid: 'low', position, content });
      editor.select(['row2']);
    });
    const box = await clientBox('row2');
    const side = { x: box.x + box.width, y: box.y + box.height / 2 };
    await canvas.input.drag([side, by(side, 30, 0), by(side, 49, 0)], { hold: true });
    expect((await guides()).length).to.be.greaterThan(0);
    await canvas.page.mouse.up();
    // Snapped to the lower block's right edge at 330 px.
    expect((await boxOf('row2')).width * 600).to.be.closeTo(110, 0.01);
    // An edge snaps to equal gaps too, and the distances are shown.
    await select('row1');
    const row = await clientBox('row1');
    const edge = { x: row.x + row.width, y: row.y + row.height / 2 };
    await canvas.input.drag([edge, by(edge, -30, 0), by(edge, 1, 0)], { hold: true });
    expect((await boxOf('row1')).width * 600).to.be.closeTo(60, 0.01);
    const distances = (await guides()).flatMap(({ distancePx }) => distancePx ?? []);
    expect(distances.map(Math.round)).to.deep.equal([40, 40]);
    await canvas.page.mouse.up();
    // For a block in line with another one, the distance between the two is shown.
    const start = await middle('row1');
    await canvas.input.drag([start, by(start, 40, 100), by(start, 101, 120)], { hold: true });
    expect((await boxOf('row1')).x * 600).to.be.closeTo(220, 0.01);
    const apart = (await guides()).filter((each) => each.distancePx !== undefined);
    expect(apart.map(({ axis, distancePx }) => [axis, distancePx])).to.deep.equal([['x', 60]]);
    await canvas.page.mouse.up();
  });

  it('shows a lock on a hovered locked block, and opens the menu with the right button', async () => {
    await canvas.page.evaluate(() => {
      window.editor.setLocked(true, ['shape1']);
      window.editor.clearSelection();
      window.editor.onMenu(({ block }) => (document.title = String(block)));
    });
    const at = await middle('shape1');
    const lock = { x: 250 + 180 - 11, y: 220 - 11, width: 22, height: 22 };
    expect((await readPixels(canvas.page, lock)).count(SELECTION)).to.equal(0);
    await canvas.page.mouse.move(at.x, at.y);
    await settle(canvas.page);
    expect((await readPixels(canvas.page, lock)).count(SELECTION)).to.be.greaterThan(100);
    await canvas.page.mouse.click(at.x, at.y, { button: 'right' });
    expect(await canvas.page.title()).to.equal('shape1');
    expect(await selection()).to.deep.equal(['shape1']);
    const note = await middle('image1');
    await canvas.page.mouse.click(note.x, note.y, { button: 'right' });
    expect(await selection()).to.deep.equal(['image1']);
    await canvas.page.mouse.click(840, 700, { button: 'right' });
    expect(await canvas.page.title()).to.equal('null');
  });

  it('zooms by key, to the page and to the selection [KB5]', async () => {
    await canvas.page.locator('[data-cobble-scroller]').focus();
    const zoom = () =>
      canvas.page
        .locator('[data-cobble-scroller]')
        .evaluate((each: HTMLElement) => Number(each.dataset.zoom));
    await canvas.page.keyboard.press('Control+=');
    expect(await zoom()).to.be.closeTo(1.25, 0.001);
    await canvas.page.keyboard.press('Shift+Digit0');
    expect(await zoom()).to.equal(1);
    await select('image1');
    await canvas.page.keyboard.press('Shift+Digit2');
    await settle(canvas.page);
    const box = await clientBox('image1');
    expect(box.x + box.width / 2).to.be.closeTo(550, 3);
    expect(box.y + box.height / 2).to.be.closeTo(380, 3);
    expect(Math.max(box.width / 1100, box.height / 760)).to.be.closeTo(0.86, 0.02);
    await canvas.page.keyboard.press('Shift+Digit1');
    await settle(canvas.page);
    expect(await zoom()).to.be.below(1);
  });

  it('pans with the middle button [GS6]', async () => {
    const scrolled = () =>
      canvas.page.evaluate(() => document.querySelector('[data-cobble-scroller]')?.scrollTop ?? 0);
    await canvas.page.mouse.move(500, 500);
    await canvas.page.mouse.down({ button: 'middle' });
    await canvas.page.mouse.move(500, 380, { steps: 4 });
    await canvas.page.mouse.up({ button: 'middle' });
    expect(await scrolled()).to.be.closeTo(120, 2);
    expect(await selection()).to.deep.equal([]);
  });

  it('hides frame and handles while text is edited', async () => {
    await select('text2');
    await settle(canvas.page);
    const box = await clientBox('text2');
    const edge = { x: box.x - 6, y: box.y - 6, width: 12, height: 12 };
    const before = (await readPixels(canvas.page, edge)).count(SELECTION);
    expect(before).to.be.greaterThan(10);
    const at = await middle('text2');
    await canvas.page.mouse.click(at.x, at.y);
    expect(await canvas.page.evaluate(() => window.editor.mode.name)).to.equal('text-editing');
    await settle(canvas.page);
    expect((await readPixels(canvas.page, edge)).count(SELECTION)).to.be.below(before / 2);
    await canvas.page.keyboard.press('Escape');
  });
});
