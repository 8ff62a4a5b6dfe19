import type { MenuRequest } from '@cobble/engine';
import { expect } from 'chai';
import { settle } from '../testing/settle.ts';
import { useCanvasHarness } from '../testing/useCanvasHarness.ts';

declare global {
  interface Window {
    menus: MenuRequest[];
    toolEvents: string[];
  }
}

describe('fingers on the canvas', function () {
  this.timeout(60_000);
  const canvas = useCanvasHarness({ width: 640, height: 760, touch: true });
  const { boxOf, middle, select, selection } = canvas;
  beforeEach(async () => {
    await canvas.showGallery();
    await canvas.page.evaluate(() => {
      // How long a long press takes. On a slow machine, fingers stay in place for longer than that
      // between two steps of a test.
      window.harness.holdTimers(500);
      window.menus = [];
      window.editor.onMenu((request) => window.menus.push(request));
    });
  });

  const zoom = () =>
    canvas.page
      .locator('[data-cobble-scroller]')
      .evaluate((each: HTMLElement) => Number(each.dataset.zoom));
  const menus = () => canvas.page.evaluate(() => window.menus);
  /** Passes the time of a long press for fingers that are down. */
  const stayDown = () => canvas.page.evaluate(() => void window.harness.endTimers());

  it('opens the menu of a block on a long press, and selects the block [GS9]', async () => {
    const at = await middle('shape1');
    await canvas.input.fingersDown([at]);
    expect(await menus()).to.deep.equal([]);
    await stayDown();
    await canvas.input.fingersUp();
    expect(await menus()).to.have.length(1);
    expect((await menus())[0]).to.include({ block: 'shape1', pointerType: 'touch' });
    expect(await selection()).to.deep.equal(['shape1']);
    // The end of a long press is not a tap, which could start text editing.
    expect(await canvas.page.evaluate(() => window.editor.mode.name)).to.equal('layout');
  });

  it('opens the menu of the selection on a long press on it, and that of the page on empty space', async () => {
    await select('shape1', 'note1');
    await canvas.input.fingersDown([await middle('note1')]);
    await stayDown();
    expect((await menus())[0]?.block).to.equal('note1');
    await canvas.input.fingersUp();
    expect(await selection()).to.have.members(['shape1', 'note1']);
    await canvas.page.evaluate(() => (window.menus = []));
    await canvas.input.fingersDown([{ x: 580, y: 480 }]);
    await stayDown();
    await canvas.input.fingersUp();
    expect((await menus())[0]?.block).to.equal(null);
  });

  it('opens no menu when the finger moves to drag the selection', async () => {
    await select('shape1');
    const at = await middle('shape1');
    const before = await boxOf('shape1');
    await canvas.input.fingersDown([at]);
    await canvas.input.fingersMove([at], [{ x: at.x + 60, y: at.y }], 3);
    await stayDown();
    await canvas.input.fingersUp();
    expect(await menus()).to.deep.equal([]);
    expect((await boxOf('shape1')).x).to.be.closeTo(before.x + 0.1, 0.02);
  });

  it('leaves touches on the text being edited to the browser, which has selection handles of its own', async () => {
    const text = await canvas.page.evaluate(
      () => [...window.editor.blocks.values()].find(({ type }) => type === 'text')?.uuid ?? '',
    );
    await select(text);
    const box = await canvas.clientBox(text);
    const word = { x: box.x + 40, y: box.y + 40 };
    await canvas.page.touchscreen.tap(word.x, word.y);
    await canvas.page.waitForFunction(() => window.harness.session() !== null);
    const before = await boxOf(text);
    await canvas.input.fingersDown([word]);
    await stayDown();
    await canvas.input.fingersUp();
    expect(await menus()).to.deep.equal([]);
    await canvas.input.swipe([word, { x: word.x + 60, y: word.y + 4 }]);
    expect(await boxOf(text)).to.deep.equal(before);
    expect(await canvas.page.evaluate(() => window.editor.mode.name)).to.equal('text-editing');
  });

  it('zooms and pans with two fingers about their midpoint, and keeps the selection [GS9]', async () => {
    await select('note1');
    const near = await middle('image1');
    const fingers = [
      { x: near.x - 60, y: near.y },
      { x: near.x + 60, y: near.y },
    ];
    const before = await canvas.page.evaluate(() => window.editor.page);
    await canvas.input.fingersDown(fingers);
    await canvas.input.fingersMove(fingers, [
      { x: near.x - 120, y: near.y + 40 },
      { x: near.x + 120, y: near.y + 40 },
    ]);
    await canvas.input.fingersUp();
    expect(await zoom()).to.be.closeTo(2, 0.05);
    await settle(canvas.page);
    const now = await middle('image1');
    expect(Math.hypot(now.x - near.x, now.y - near.y - 40)).to.be.below(16);
    expect(await selection()).to.deep.equal(['note1']);
    expect(await canvas.page.evaluate(() => window.editor.page)).to.deep.equal(before);
  });

  it('continues to scroll with momentum after two fingers are lifted, until it is touched', async () => {
    await canvas.showGallery({ zoom: 2 });
    const client = await canvas.page.context().newCDPSession(canvas.page);
    const top = () =>
      canvas.page.locator('[data-cobble-scroller]').evaluate(({ scrollTop }) => scrollTop);
    /** Events have explicit timestamps, so that the speed does not depend on the machine. */
    const start = Date.now() / 1000;
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ms: number, y?: number) =>
      client.send('Input.dispatchTouchEvent', {
        ...{ type, timestamp: start + ms / 1000 },
        touchPoints: y === undefined ? [] : [250, 390].map((x, id) => ({ x, y, id })),
      });
    await send('touchStart', 0, 600);
    for (let step = 1; step <= 8; step += 1) await send('touchMove', step * 16, 600 - step * 12);
    const beforeRelease = await top();
    expect(beforeRelease).to.be.closeTo(96, 4);
    await send('touchEnd', 140);
    await canvas.page.waitForFunction(
      (from) => (document.querySelector('[data-cobble-scroller]')?.scrollTop ?? 0) > from + 60,
      beforeRelease,
    );
    expect(await zoom()).to.equal(2);
    await canvas.page.touchscreen.tap(600, 740);
    const stopped = await top();
    await settle(canvas.page);
    expect(await top()).to.be.closeTo(stopped, 1);
  });

  it('limits the zoom to between 10% and 800% [GS6]', async () => {
    // An empty page, because blocks would only make zooming slower here.
    await canvas.page.evaluate(() => {
      window.harness.showBlank();
    });
    await settle(canvas.page);
    const far = [
      { x: 20, y: 300 },
      { x: 620, y: 300 },
    ];
    const close = [
      { x: 318, y: 300 },
      { x: 322, y: 300 },
    ];
    await canvas.input.fingersDown(close);
    await canvas.input.fingersMove(close, far);
    await canvas.input.fingersUp();
    expect(await zoom()).to.equal(8);
    await canvas.input.fingersDown(far);
    await canvas.input.fingersMove(far, close);
    await canvas.input.fingersUp();
    expect(await zoom()).to.equal(0.1);
  });

  it('pinches the selection, as one history entry, when both fingers are on it', async () => {
    await select('image1');
    const { x, y } = await middle('image1');
    const before = await boxOf('image1');
    const fingers = [
      { x: x - 40, y },
      { x: x + 40, y },
    ];
    await canvas.input.fingersDown(fingers);
    expect(await canvas.page.evaluate(() => window.editor.mode.name)).to.equal('pinching');
    await canvas.input.fingersMove(fingers, [
      { x: x - 60, y },
      { x: x + 60, y },
    ]);
    await canvas.input.fingersUp();
    const after = await boxOf('image1');
    expect(after.width / before.width).to.be.closeTo(1.5, 0.05);
    expect(await zoom()).to.equal(1);
    expect(await selection()).to.deep.equal(['image1']);
    await canvas.page.locator('[data-cobble-scroller]').focus();
    await canvas.page.keyboard.press('Control+z');
    expect(await boxOf('image1')).to.deep.equal(before);
    // And the next two fingers zoom again.
    const fingersApart = [
      { x: 200, y: 600 },
      { x: 300, y: 600 },
    ];
    await canvas.input.fingersDown(fingersApart);
    await canvas.input.fingersMove(fingersApart, [
      { x: 150, y: 600 },
      { x: 350, y: 600 },
    ]);
    await canvas.input.fingersUp();
    expect(await zoom()).to.be.closeTo(2, 0.05);
  });

  it('scrolls while a finger drags at the edge', async () => {
    await select('shape1');
    const at = await middle('shape1');
    await canvas.input.fingersDown([at]);
    await canvas.input.fingersMove([at], [{ x: at.x, y: 750 }]);
    await canvas.page.waitForFunction(
      () => (document.querySelector('[data-cobble-scroller]')?.scrollTop ?? 0) > 60,
    );
    await canvas.input.fingersUp();
    expect((await boxOf('shape1')).y * 600).to.be.above(680);
  });

  it('treats taps as clicks, swipes on the selection as drags, and other swipes as scrolling [GS9]', async () => {
    const { page, input } = canvas;
    for (const uuid of ['shape1', 'button1']) {
      const { x, y } = await middle(uuid);
      await page.touchscreen.tap(x, y);
      expect(await selection()).to.deep.equal([uuid]);
    }
    const before = await boxOf('button1');
    const { x, y } = await middle('button1');
    await input.swipe([
      { x, y },
      { x: x + 20, y: y - 40 },
    ]);
    expect((await boxOf('button1')).y).to.be.below(before.y);
    await input.swipe([
      { x: 584, y: 700 },
      { x: 584, y: 400 },
    ]);
    await page.waitForFunction(
      () => (document.querySelector('[data-cobble-scroller]')?.scrollTop ?? 0) > 100,
    );
    expect(await selection()).to.deep.equal(['button1']);
  });

  describe("with a host's tool", () => {
    beforeEach(async () => {
      await canvas.page.evaluate(() => {
        window.toolEvents = [];
        window.editor.startTool({
          name: 'ring',
          handle({ type }) {
            if (window.toolEvents.at(-1) !== type) window.toolEvents.push(type);
            return undefined;
          },
        });
      });
    });

    const toolEvents = () => canvas.page.evaluate(() => window.toolEvents);
    const scrollTop = () =>
      canvas.page.locator('[data-cobble-scroller]').evaluate((each) => each.scrollTop);

    it('drag for the tool instead of scrolling, so that it works on a phone [M28]', async () => {
      await canvas.input.swipe([
        { x: 584, y: 700 },
        { x: 584, y: 400 },
      ]);
      expect(await toolEvents()).to.deep.equal(['pointerdown', 'pointermove', 'pointerup']);
      expect(await scrollTop()).to.equal(0);
    });

    it('zoom when there are two of them, which cancels what the first one began [M28]', async () => {
      const fingers = [
        { x: 200, y: 600 },
        { x: 300, y: 600 },
      ];
      await canvas.input.fingersDown(fingers.slice(0, 1));
      await canvas.input.fingersDown(fingers);
      await canvas.input.fingersMove(fingers, [
        { x: 150, y: 600 },
        { x: 350, y: 600 },
      ]);
      await canvas.input.fingersUp();
      expect(await toolEvents()).to.deep.equal(['pointerdown', 'pointercancel']);
      expect(await zoom()).to.be.closeTo(2, 0.05);
    });

    it('send it long presses, after which they can still drag [M28]', async () => {
      const at = { x: 580, y: 480 };
      await canvas.input.fingersDown([at]);
      await stayDown();
      expect(await toolEvents()).to.deep.equal(['pointerdown', 'longpress']);
      await canvas.input.fingersMove([at], [{ x: 500, y: 480 }]);
      await canvas.input.fingersUp();
      expect(await toolEvents()).to.deep.equal([
        'pointerdown',
        'longpress',
        'pointermove',
        'pointerup',
      ]);
      expect(await menus()).to.deep.equal([]);
    });
  });
});
