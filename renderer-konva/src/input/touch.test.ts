import type { MenuRequest } from '@cobble/engine';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { Hands, type Spot } from '../testing/hands.ts';
import { settle } from '../testing/settle.ts';
import { type Harness, type HarnessPage, startHarness } from '../testing/startHarness.ts';

declare global {
  interface Window {
    menus: MenuRequest[];
  }
}

describe('fingers on the canvas', function () {
  this.timeout(60_000);
  let harness: Harness;
  let opened: HarnessPage;
  let page: Page;
  let hands: Hands;
  before(async () => {
    harness = await startHarness();
    opened = await harness.open({ width: 640, height: 760, touch: true });
    ({ page } = opened);
    hands = await Hands.on(page);
  });
  after(() => harness.stop());
  beforeEach(async () => {
    await page.evaluate(() => {
      window.harness.showGallery();
      window.menus = [];
      window.editor.onMenu((request) => window.menus.push(request));
    });
    await settle(page);
  });
  afterEach(() => {
    expect(opened.errors).to.deep.equal([]);
  });

  const selection = () => page.evaluate(() => [...window.editor.selection]);
  const select = (...uuids: string[]) =>
    page.evaluate((ids) => {
      window.editor.select(ids);
    }, uuids);
  const boxOf = async (uuid: string) => {
    const box = await page.evaluate((id) => window.editor.boxOf(id), uuid);
    if (!box) throw new Error(`no ${uuid}`);
    return box;
  };
  const middle = async (uuid: string): Promise<Spot> => {
    const box = await page.evaluate((id) => window.harness.clientBoxOf(id), uuid);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const zoom = () =>
    page
      .locator('[data-cobble-scroller]')
      .evaluate((each: HTMLElement) => Number(each.dataset.zoom));
  const menus = () => page.evaluate(() => window.menus);
  const menuCame = () => page.waitForFunction(() => window.menus.length > 0);

  it('asks for the menu of what a finger rests on, and selects it', async () => {
    const at = await middle('shape1');
    await hands.fingersDown([at]);
    await menuCame();
    await hands.fingersUp();
    expect(await menus()).to.have.length(1);
    expect((await menus())[0]).to.include({ block: 'shape1', pointerType: 'touch' });
    expect(await selection()).to.deep.equal(['shape1']);
    // Its end is no tap: a tap on the single selected note would edit it.
    expect(await page.evaluate(() => window.editor.mode.name)).to.equal('layout');
  });

  it('asks for the menu of the selection, and over empty room for the page', async () => {
    await select('shape1', 'note1');
    await hands.fingersDown([await middle('note1')]);
    await menuCame();
    await hands.fingersUp();
    expect(await selection()).to.have.members(['shape1', 'note1']);
    await page.evaluate(() => (window.menus = []));
    await hands.fingersDown([{ x: 580, y: 480 }]);
    await menuCame();
    await hands.fingersUp();
    expect((await menus())[0]?.block).to.equal(null);
  });

  it('asks for none where the finger goes on: it scrolls, or drags what is selected', async () => {
    await select('shape1');
    const at = await middle('shape1');
    const before = await boxOf('shape1');
    await hands.fingersDown([at]);
    await hands.fingersMove([at], [{ x: at.x + 60, y: at.y }]);
    // A timer as long as a long press takes, begun after it: it runs after the other would have.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    await hands.fingersUp();
    expect(await menus()).to.deep.equal([]);
    expect((await boxOf('shape1')).x).to.be.closeTo(before.x + 0.1, 0.02);
  });

  it('zooms and pans by two fingers about their middle, and leaves the selection alone', async () => {
    await select('note1');
    const near = await middle('image1');
    const fingers = [
      { x: near.x - 60, y: near.y },
      { x: near.x + 60, y: near.y },
    ];
    const before = await page.evaluate(() => window.editor.page);
    await hands.fingersDown(fingers);
    await hands.fingersMove(fingers, [
      { x: near.x - 120, y: near.y + 40 },
      { x: near.x + 120, y: near.y + 40 },
    ]);
    await hands.fingersUp();
    expect(await zoom()).to.be.closeTo(2, 0.05);
    await settle(page);
    const now = await middle('image1');
    expect(Math.hypot(now.x - near.x, now.y - near.y - 40)).to.be.below(16);
    expect(await selection()).to.deep.equal(['note1']);
    expect(await page.evaluate(() => window.editor.page)).to.deep.equal(before);
  });

  it('keeps zooms between 10% and 800%', async () => {
    // An empty page: what is on it is no matter here, and costs time at every zoom.
    await page.evaluate(() => {
      window.harness.showBlank();
    });
    await settle(page);
    const far = [
      { x: 20, y: 300 },
      { x: 620, y: 300 },
    ];
    const close = [
      { x: 318, y: 300 },
      { x: 322, y: 300 },
    ];
    await hands.fingersDown(close);
    await hands.fingersMove(close, far);
    await hands.fingersUp();
    expect(await zoom()).to.equal(8);
    await hands.fingersDown(far);
    await hands.fingersMove(far, close);
    await hands.fingersUp();
    expect(await zoom()).to.equal(0.1);
  });

  it('pinches what is selected, as one step, when both fingers are on it', async () => {
    await select('image1');
    const { x, y } = await middle('image1');
    const before = await boxOf('image1');
    const fingers = [
      { x: x - 40, y },
      { x: x + 40, y },
    ];
    await hands.fingersDown(fingers);
    expect(await page.evaluate(() => window.editor.mode.name)).to.equal('pinching');
    await hands.fingersMove(fingers, [
      { x: x - 60, y },
      { x: x + 60, y },
    ]);
    await hands.fingersUp();
    const after = await boxOf('image1');
    expect(after.width / before.width).to.be.closeTo(1.5, 0.05);
    expect(await zoom()).to.equal(1);
    expect(await selection()).to.deep.equal(['image1']);
    await page.locator('[data-cobble-scroller]').focus();
    await page.keyboard.press('Control+z');
    expect(await boxOf('image1')).to.deep.equal(before);
    // And the next two fingers zoom again.
    const room = [
      { x: 200, y: 600 },
      { x: 300, y: 600 },
    ];
    await hands.fingersDown(room);
    await hands.fingersMove(room, [
      { x: 150, y: 600 },
      { x: 350, y: 600 },
    ]);
    await hands.fingersUp();
    expect(await zoom()).to.be.closeTo(2, 0.05);
  });

  it('scrolls while a finger drags at the edge', async () => {
    await select('shape1');
    const at = await middle('shape1');
    await hands.fingersDown([at]);
    await hands.fingersMove([at], [{ x: at.x, y: 750 }]);
    await page.waitForFunction(
      () => (document.querySelector('[data-cobble-scroller]')?.scrollTop ?? 0) > 60,
    );
    await hands.fingersUp();
    expect((await boxOf('shape1')).y * 600).to.be.above(680);
  });
});
