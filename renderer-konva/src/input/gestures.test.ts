import { expect } from 'chai';
import { useCanvasHarness } from '../testing/useCanvasHarness.ts';
import { settle } from '../testing/settle.ts';

describe('gestures on the canvas', function () {
  this.timeout(60_000);
  const canvas = useCanvasHarness({ width: 1100, height: 760 });
  const { boxOf, clientBox, middle, selection } = canvas;
  beforeEach(async () => {
    await canvas.page.mouse.move(2, 2);
    await canvas.showGallery();
  });
  const drag = async (from: { x: number; y: number }, dx: number, dy: number): Promise<void> => {
    await canvas.page.mouse.move(from.x, from.y);
    await canvas.page.mouse.down();
    await canvas.page.mouse.move(from.x + dx / 2, from.y + dy / 2, { steps: 3 });
    await canvas.page.mouse.move(from.x + dx, from.y + dy, { steps: 3 });
  };
  const clickBlock = async (uuid: string): Promise<void> => {
    const at = await middle(uuid);
    await canvas.page.mouse.click(at.x, at.y);
  };

  it('selects on click, adds with Shift, and clears on empty space [GS1]', async () => {
    await clickBlock('shape1');
    expect(await selection()).to.deep.equal(['shape1']);
    const note = await middle('note1');
    await canvas.page.keyboard.down('Shift');
    await canvas.page.mouse.click(note.x, note.y);
    await canvas.page.keyboard.up('Shift');
    expect(await selection()).to.have.members(['shape1', 'note1']);
    await canvas.page.mouse.click(840, 700);
    expect(await selection()).to.deep.equal([]);
  });

  it('selects what a marquee touches [GS1]', async () => {
    const [shape, button] = [await clientBox('shape1'), await clientBox('button1')];
    await canvas.page.mouse.move(shape.x - 20, shape.y - 10);
    await canvas.page.mouse.down();
    await canvas.page.mouse.move(shape.x + 40, button.y + 20, { steps: 5 });
    expect(await canvas.page.evaluate(() => window.editor.marquee)).not.to.equal(null);
    await canvas.page.mouse.up();
    expect(await selection()).to.have.members(['shape1', 'button1']);
    expect(await canvas.page.evaluate(() => window.editor.marquee)).to.equal(null);
  });

  it('drags with a snap guide, as one history entry [GS2]', async () => {
    const before = await boxOf('shape1');
    await drag(await middle('shape1'), 39, 2);
    const guides = await canvas.page.evaluate(() => window.editor.guides);
    expect(guides.length).to.be.greaterThan(0);
    await canvas.page.mouse.up();
    const moved = await boxOf('shape1');
    // Snapped to the image's left edge at 220 px.
    expect(moved.x + moved.width).to.be.closeTo(220 / 600, 0.0005);
    await canvas.page.keyboard.press('Control+z');
    expect(await boxOf('shape1')).to.deep.equal(before);
  });

  it('resizes with a handle, and rotates with the round handle below the block', async () => {
    await clickBlock('shape1');
    const box = await clientBox('shape1');
    await drag({ x: box.x + box.width, y: box.y + box.height / 2 }, 30, 0);
    expect(await canvas.page.evaluate(() => window.editor.mode.name)).to.equal('resizing');
    await canvas.page.mouse.up();
    const wide = await boxOf('shape1');
    expect(wide.width * 600).to.be.closeTo(150, 4);
    const now = await clientBox('shape1');
    const below = { x: now.x + now.width / 2, y: now.y + now.height + 28 };
    await drag(below, -(now.height / 2 + 28), -(now.height / 2 + 28));
    await canvas.page.mouse.up();
    const rotated = await canvas.page.evaluate(() => window.editor.blocks.get('shape1')?.position);
    expect(rotated?.rotationDeg).to.equal(90);
  });

  it('resizes a section by dragging its lower edge; the last has none [GS10]', async () => {
    const [first, last] = await canvas.page.evaluate(() => window.editor.sectionIds);
    const height = async (uuid = ''): Promise<number> => (await boxOf(uuid)).height;
    const before = await height(first);
    await drag({ x: 550, y: before * 600 }, 0, 60);
    expect(await canvas.page.evaluate(() => window.editor.mode.name)).to.equal('resizing-section');
    await canvas.page.mouse.up();
    expect((await height(first)) - before).to.be.closeTo(0.1, 0.01);
    // The last section is wholly on screen again.
    await canvas.page.keyboard.press('Control+z');
    const bottom = (await boxOf(last ?? '')).y + (await height(last));
    expect(bottom * 600).to.be.below(740);
    const lastBefore = await height(last);
    await drag({ x: 550, y: bottom * 600 }, 0, 40);
    expect(await canvas.page.evaluate(() => window.editor.mode.name)).not.to.equal(
      'resizing-section',
    );
    await canvas.page.mouse.up();
    expect(await height(last)).to.equal(lastBefore);
  });

  it('refuses to drag a locked block and reports why [GS8]', async () => {
    await canvas.page.evaluate(() => {
      window.editor.setLocked(true, ['shape1']);
      window.editor.onRefusal((code) => (document.title = code));
    });
    const before = await boxOf('shape1');
    await drag(await middle('shape1'), 50, 50);
    await canvas.page.mouse.up();
    expect(await boxOf('shape1')).to.deep.equal(before);
    expect(await canvas.page.title()).to.match(/locked/);
  });

  it('nudges, deletes and undoes by key [KB5]', async () => {
    await clickBlock('shape1');
    const before = await boxOf('shape1');
    await canvas.page.keyboard.press('ArrowRight');
    await canvas.page.keyboard.press('Shift+ArrowDown');
    const moved = await boxOf('shape1');
    expect((moved.x - before.x) * 600).to.be.closeTo(1, 0.01);
    expect((moved.y - before.y) * 600).to.be.closeTo(8, 0.01);
    await canvas.page.keyboard.press('Delete');
    expect(await canvas.page.evaluate(() => window.editor.blocks.has('shape1'))).to.equal(false);
    await canvas.page.keyboard.press('Control+z');
    expect(await canvas.page.evaluate(() => window.editor.blocks.has('shape1'))).to.equal(true);
  });

  it('zooms about the pointer, and pans with Space [GS6]', async () => {
    const at = await middle('image1');
    await canvas.page.mouse.move(at.x, at.y);
    await canvas.page.keyboard.down('Control');
    for (let count = 0; count < 4; count += 1) await canvas.page.mouse.wheel(0, -50);
    await canvas.page.keyboard.up('Control');
    await settle(canvas.page);
    const zoomed = await middle('image1');
    expect(Math.hypot(zoomed.x - at.x, zoomed.y - at.y)).to.be.below(3);
    const scrolled = () =>
      canvas.page.evaluate(() => document.querySelector('[data-cobble-scroller]')?.scrollTop ?? 0);
    const before = await scrolled();
    await canvas.page.evaluate(() =>
      document.querySelector<HTMLElement>('[data-cobble-scroller]')?.focus(),
    );
    await canvas.page.keyboard.down(' ');
    await drag({ x: 500, y: 500 }, 0, -80);
    await canvas.page.mouse.up();
    await canvas.page.keyboard.up(' ');
    expect((await scrolled()) - before).to.be.closeTo(80, 1);
    expect(await selection()).to.deep.equal([]);
  });

  it('scrolls while a drag stays at the edge [GS7]', async () => {
    await drag(await middle('shape1'), 0, 450);
    await canvas.page.waitForFunction(
      () => (document.querySelector('[data-cobble-scroller]')?.scrollTop ?? 0) > 60,
    );
    await canvas.page.mouse.up();
    const box = await boxOf('shape1');
    expect(box.y * 600).to.be.greaterThan(680);
  });

  it('scrolls in all four directions when zoomed in, and keeps the dragged block under the pointer [GS7]', async () => {
    await canvas.showGallery({ zoom: 2 });
    const scrolled = () =>
      canvas.page
        .locator('[data-cobble-scroller]')
        .evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop] as const);
    const start = await middle('shape1');
    await drag(start, 40, 10);
    for (const [position, axis, sign] of [
      [{ x: 1095, y: 380 }, 0, 1],
      [{ x: 550, y: 755 }, 1, 1],
      [{ x: 5, y: 380 }, 0, -1],
      [{ x: 550, y: 5 }, 1, -1],
    ] as const) {
      const before = await scrolled();
      await canvas.page.mouse.move(position.x, position.y);
      await canvas.page.waitForFunction(
        ([axis, direction, from]) => {
          const scroller = document.querySelector('[data-cobble-scroller]');
          const now = axis === 0 ? scroller?.scrollLeft : scroller?.scrollTop;
          return ((now ?? from) - from) * direction > 40;
        },
        [axis, sign, before[axis]] as const,
      );
      // Away from the edge, scrolling stops.
      await canvas.page.mouse.move(550, 380);
      const now = await middle('shape1');
      expect(Math.hypot(now.x - 550, now.y - 380)).to.be.below(6);
    }
    await canvas.page.mouse.up();
  });

  it('does not scroll when a block near the edge is grabbed', async () => {
    await canvas.page.evaluate(() => {
      window.editor.update('shape1', { position: { y: 1.1 } });
    });
    const at = { x: (await middle('shape1')).x, y: 735 };
    await drag(at, 10, -4);
    // More frames than scrolling would need to start.
    await settle(canvas.page);
    await settle(canvas.page);
    const top = () =>
      canvas.page.locator('[data-cobble-scroller]').evaluate(({ scrollTop }) => scrollTop);
    expect(await top()).to.equal(0);
    await canvas.page.mouse.move(at.x + 10, 752, { steps: 3 });
    await canvas.page.waitForFunction(
      () => (document.querySelector('[data-cobble-scroller]')?.scrollTop ?? 0) > 60,
    );
    await canvas.page.mouse.up();
  });

  it('moves through the blocks with Tab in reading order, on elements with accessible names', async () => {
    await canvas.page.evaluate(() =>
      document.querySelector<HTMLElement>('[data-cobble-scroller]')?.focus(),
    );
    await canvas.page.keyboard.press('Tab');
    const focusedName = () =>
      canvas.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(await focusedName()).to.match(/^Market day/);
    await canvas.page.keyboard.press('Tab');
    expect(await selection()).to.deep.equal(['note1']);
    expect(await focusedName()).to.match(/^Bring a basket/);
  });
});
