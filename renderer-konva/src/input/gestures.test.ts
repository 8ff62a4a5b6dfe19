import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type Harness, type HarnessPage, startHarness } from '../testing/startHarness.ts';
import { settle } from '../testing/settle.ts';

describe('gestures on the canvas', function () {
  this.timeout(60_000);
  let harness: Harness;
  let opened: HarnessPage;
  let page: Page;
  before(async () => {
    harness = await startHarness();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    opened = await harness.open({ width: 1100, height: 760 });
    ({ page } = opened);
    await page.evaluate(() => {
      window.harness.showGallery();
    });
    await settle(page);
  });
  afterEach(async () => {
    expect(opened.errors).to.deep.equal([]);
    await page.context().close();
  });

  const selection = (): Promise<string[]> => page.evaluate(() => [...window.editor.selection]);
  const boxOf = (uuid: string) => page.evaluate((id) => window.editor.boxOf(id), uuid);
  const clientBox = (uuid: string) => page.evaluate((id) => window.harness.clientBoxOf(id), uuid);
  const middle = async (uuid: string) => {
    const box = await clientBox(uuid);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const drag = async (from: { x: number; y: number }, dx: number, dy: number): Promise<void> => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + dx / 2, from.y + dy / 2, { steps: 3 });
    await page.mouse.move(from.x + dx, from.y + dy, { steps: 3 });
  };
  const choose = async (uuid: string): Promise<void> => {
    const at = await middle(uuid);
    await page.mouse.click(at.x, at.y);
  };

  it('selects by a click, adds by Shift, and clears on empty room', async () => {
    await choose('shape1');
    expect(await selection()).to.deep.equal(['shape1']);
    const note = await middle('note1');
    await page.keyboard.down('Shift');
    await page.mouse.click(note.x, note.y);
    await page.keyboard.up('Shift');
    expect(await selection()).to.have.members(['shape1', 'note1']);
    await page.mouse.click(840, 700);
    expect(await selection()).to.deep.equal([]);
  });

  it('selects what a marquee touches', async () => {
    const [shape, button] = [await clientBox('shape1'), await clientBox('button1')];
    await page.mouse.move(shape.x - 20, shape.y - 10);
    await page.mouse.down();
    await page.mouse.move(shape.x + 40, button.y + 20, { steps: 5 });
    expect(await page.evaluate(() => window.editor.marquee)).not.to.equal(null);
    await page.mouse.up();
    expect(await selection()).to.have.members(['shape1', 'button1']);
    expect(await page.evaluate(() => window.editor.marquee)).to.equal(null);
  });

  it('drags with a guide, as one step of the history', async () => {
    const before = await boxOf('shape1');
    await drag(await middle('shape1'), 39, 2);
    const guides = await page.evaluate(() => window.editor.guides);
    expect(guides.length).to.be.greaterThan(0);
    await page.mouse.up();
    const moved = await boxOf('shape1');
    // Drawn to the picture's left edge at 220 px.
    expect((moved?.x ?? 0) + (moved?.width ?? 0)).to.be.closeTo(220 / 600, 0.0005);
    await page.keyboard.press('Control+z');
    expect(await boxOf('shape1')).to.deep.equal(before);
  });

  it('resizes by a handle and rotates by the round one below', async () => {
    await choose('shape1');
    const box = await clientBox('shape1');
    await drag({ x: box.x + box.width, y: box.y + box.height / 2 }, 30, 0);
    expect(await page.evaluate(() => window.editor.mode.name)).to.equal('resizing');
    await page.mouse.up();
    const wide = await boxOf('shape1');
    expect((wide?.width ?? 0) * 600).to.be.closeTo(150, 4);
    const now = await clientBox('shape1');
    const below = { x: now.x + now.width / 2, y: now.y + now.height + 28 };
    await drag(below, -(now.height / 2 + 28), -(now.height / 2 + 28));
    await page.mouse.up();
    const turned = await page.evaluate(() => window.editor.blocks.get('shape1')?.position);
    expect(turned?.rotationDeg).to.equal(90);
  });

  it('resizes a section by its lower edge; the last has none', async () => {
    const [first, last] = await page.evaluate(() => window.editor.sectionIds);
    const height = async (uuid = ''): Promise<number> => (await boxOf(uuid))?.height ?? 0;
    const before = await height(first);
    await drag({ x: 550, y: before * 600 }, 0, 60);
    expect(await page.evaluate(() => window.editor.mode.name)).to.equal('resizing-section');
    await page.mouse.up();
    expect((await height(first)) - before).to.be.closeTo(0.1, 0.01);
    const bottom = ((await boxOf(last ?? ''))?.y ?? 0) + (await height(last));
    const lastBefore = await height(last);
    if (bottom * 600 < 740) await drag({ x: 550, y: bottom * 600 }, 0, 40);
    await page.mouse.up();
    expect(await height(last)).to.equal(lastBefore);
  });

  it('refuses to drag a locked block and says why', async () => {
    await page.evaluate(() => {
      window.editor.setLocked(true, ['shape1']);
      window.editor.onRefusal((code) => (document.title = code));
    });
    const before = await boxOf('shape1');
    await drag(await middle('shape1'), 50, 50);
    await page.mouse.up();
    expect(await boxOf('shape1')).to.deep.equal(before);
    expect(await page.title()).to.match(/locked/);
  });

  it('obeys the keys of the canvas', async () => {
    await choose('shape1');
    const before = await boxOf('shape1');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    const moved = await boxOf('shape1');
    expect(((moved?.x ?? 0) - (before?.x ?? 0)) * 600).to.be.closeTo(1, 0.01);
    expect(((moved?.y ?? 0) - (before?.y ?? 0)) * 600).to.be.closeTo(8, 0.01);
    await page.keyboard.press('Delete');
    expect(await page.evaluate(() => window.editor.blocks.has('shape1'))).to.equal(false);
    await page.keyboard.press('Control+z');
    expect(await page.evaluate(() => window.editor.blocks.has('shape1'))).to.equal(true);
  });

  it('zooms about the pointer, and pans with Space', async () => {
    const at = await middle('image1');
    await page.mouse.move(at.x, at.y);
    await page.keyboard.down('Control');
    for (let turn = 0; turn < 4; turn += 1) await page.mouse.wheel(0, -50);
    await page.keyboard.up('Control');
    await settle(page);
    const zoomed = await middle('image1');
    expect(Math.hypot(zoomed.x - at.x, zoomed.y - at.y)).to.be.below(3);
    const scrolled = () =>
      page.evaluate(() => document.querySelector('[data-cobble-scroller]')?.scrollTop ?? 0);
    const before = await scrolled();
    await page.evaluate(() =>
      document.querySelector<HTMLElement>('[data-cobble-scroller]')?.focus(),
    );
    await page.keyboard.down(' ');
    await drag({ x: 500, y: 500 }, 0, -80);
    await page.mouse.up();
    await page.keyboard.up(' ');
    expect((await scrolled()) - before).to.be.closeTo(80, 1);
    expect(await selection()).to.deep.equal([]);
  });

  it('scrolls while a drag stays at the edge', async () => {
    await drag(await middle('shape1'), 0, 450);
    await page.waitForFunction(
      () => (document.querySelector('[data-cobble-scroller]')?.scrollTop ?? 0) > 60,
    );
    await page.mouse.up();
    const box = await boxOf('shape1');
    expect((box?.y ?? 0) * 600).to.be.greaterThan(680);
  });

  it('walks through the blocks by Tab in reading order, and tells their names', async () => {
    await page.evaluate(() =>
      document.querySelector<HTMLElement>('[data-cobble-scroller]')?.focus(),
    );
    await page.keyboard.press('Tab');
    const first = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(first).to.match(/^Market day/);
    await page.keyboard.press('Tab');
    expect(await selection()).to.deep.equal(['note1']);
  });

  it('takes a tap as a click, and lets a finger on empty room scroll', async () => {
    const touch = await harness.open({ width: 500, height: 700, touch: true });
    await touch.page.evaluate(() => {
      window.harness.showGallery();
    });
    await settle(touch.page);
    const box = await touch.page.evaluate(() => window.harness.clientBoxOf('shape1'));
    await touch.page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    expect(await touch.page.evaluate(() => [...window.editor.selection])).to.deep.equal(['shape1']);
    await swipe(touch.page, { x: 470, y: 600 }, { x: 470, y: 300 });
    await touch.page.waitForFunction(
      () => (document.querySelector('[data-cobble-scroller]')?.scrollTop ?? 0) > 100,
    );
    expect(await touch.page.evaluate(() => [...window.editor.selection])).to.deep.equal(['shape1']);
    const at = await touch.page.evaluate(() => window.harness.clientBoxOf('button1'));
    await touch.page.touchscreen.tap(at.x + 40, at.y + at.height / 2);
    const before = await touch.page.evaluate(() => window.editor.boxOf('button1'));
    await swipe(touch.page, { x: at.x + 40, y: at.y + at.height / 2 }, { x: at.x + 60, y: at.y });
    const after = await touch.page.evaluate(() => window.editor.boxOf('button1'));
    expect(after?.y).to.be.below(before?.y ?? 0);
    expect(touch.errors).to.deep.equal([]);
    await touch.page.context().close();
  });
});

/** A finger that goes from one place to another, by the protocol, as no mouse can. */
async function swipe(
  page: Page,
  from: { x: number; y: number },
  to: { x: number; y: number },
): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
    });
  await send('touchStart', from.x, from.y);
  for (let step = 1; step <= 8; step += 1)
    await send(
      'touchMove',
      from.x + ((to.x - from.x) * step) / 8,
      from.y + ((to.y - from.y) * step) / 8,
    );
  await send('touchEnd', to.x, to.y);
}
