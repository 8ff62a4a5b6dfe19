import { expect } from 'chai';
import { useCanvasHarness } from '../testing/useCanvasHarness.ts';

describe('Esc during a gesture', function () {
  this.timeout(60_000);
  const canvas = useCanvasHarness({ width: 1100, height: 760 });
  beforeEach(() => canvas.showGallery());

  const state = () =>
    canvas.page.evaluate(() => ({
      things: window.editor.page.things,
      selection: [...window.editor.selection],
      canUndo: window.editor.canUndo,
      mode: window.editor.mode.name,
      marquee: window.editor.marquee,
      guides: window.editor.guides,
    }));

  /** Where each gesture starts while the shape is selected, and the name of its mode. */
  const gestures = async () => {
    const box = await canvas.clientBox('shape1');
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const button = await canvas.clientBox('button1');
    const [first = ''] = await canvas.page.evaluate(() => window.editor.sectionIds);
    const section = await canvas.clientBox(first);
    return [
      { name: 'translating', at: { x: middle.x + 20, y: middle.y + 14 } },
      { name: 'resizing', at: { x: box.x + box.width, y: box.y + box.height } },
      { name: 'rotating', at: { x: middle.x, y: box.y + box.height + 28 } },
      { name: 'brushing', at: { x: button.x - 40, y: button.y + button.height + 10 } },
      { name: 'resizing-section', at: { x: section.x + 300, y: section.y + section.height } },
    ];
  };

  for (const nth of [0, 1, 2, 3, 4])
    it(`reverts the whole gesture (${['drag', 'resize', 'rotation', 'marquee', 'section'][nth] ?? ''}) [GS5]`, async () => {
      await canvas.select('shape1');
      const before = await state();
      const { name, at } = (await gestures())[nth] ?? { name: '', at: { x: 0, y: 0 } };
      await canvas.input.drag([at, { x: at.x + 70, y: at.y - 60 }], { hold: true });
      expect((await state()).mode).to.equal(name);
      expect(await state()).not.to.deep.equal(before);
      await canvas.page.keyboard.press('Escape');
      expect(await state()).to.deep.equal(before);
      // The button is still down; until it is released, moving has no effect.
      await canvas.page.mouse.move(at.x + 120, at.y - 90, { steps: 3 });
      await canvas.page.mouse.up();
      expect(await state()).to.deep.equal(before);
    });

  it('cancels a copy that is dragged with Alt', async () => {
    await canvas.select('shape1');
    const before = await state();
    const at = (await gestures())[0]?.at ?? { x: 0, y: 0 };
    await canvas.page.keyboard.down('Alt');
    await canvas.input.drag([at, { x: at.x + 90, y: at.y + 40 }], { hold: true });
    expect(Object.keys((await state()).things)).to.have.length(
      Object.keys(before.things).length + 1,
    );
    await canvas.page.keyboard.press('Escape');
    await canvas.page.mouse.up();
    await canvas.page.keyboard.up('Alt');
    expect(await state()).to.deep.equal(before);
  });
});

describe('during a drag', function () {
  this.timeout(60_000);
  const canvas = useCanvasHarness({ width: 1100, height: 760 });
  const { boxOf, clientBox } = canvas;
  let at = { x: 0, y: 0 };
  beforeEach(async () => {
    await canvas.page.mouse.move(2, 2);
    await canvas.showGallery();
    at = await canvas.middle('shape1');
    await canvas.input.drag([at, { x: at.x + 60, y: at.y + 20 }], { hold: true });
  });
  afterEach(() => canvas.page.mouse.up({ button: 'right' }));

  const mode = () => canvas.page.evaluate(() => window.editor.mode.name);
  const scroller = () => canvas.page.locator('[data-cobble-scroller]');

  it('scrolling with the wheel and zooming with a key keep the dragged block under the pointer', async () => {
    const before = await clientBox('shape1');
    await canvas.page.mouse.wheel(0, 150);
    await canvas.page.waitForFunction(
      () => (document.querySelector('[data-cobble-scroller]')?.scrollTop ?? 0) > 140,
    );
    expect((await clientBox('shape1')).y).to.be.closeTo(before.y, 2);
    await scroller().focus();
    await canvas.page.keyboard.press('Control+=');
    const zoomed = await canvas.middle('shape1');
    expect(Math.hypot(zoomed.x - at.x - 60, zoomed.y - at.y - 20)).to.be.below(3);
    expect(await mode()).to.equal('translating');
  });

  it('the right button does nothing, and the drag ends with its own button', async () => {
    const { mouse } = canvas.page;
    await mouse.down({ button: 'right' });
    expect(await mode()).to.equal('translating');
    await mouse.move(at.x + 70, at.y + 40);
    await mouse.up();
    expect(await mode()).to.equal('layout');
    const dropped = await boxOf('shape1');
    await mouse.move(at.x + 200, at.y + 200);
    expect(await boxOf('shape1')).to.deep.equal(dropped);
  });

  it('an unreported release drops the block at its last position [GS5]', async () => {
    const dropped = await boxOf('shape1');
    await scroller().dispatchEvent('pointermove', {
      ...{ pointerId: 1, isPrimary: true, pointerType: 'mouse', button: -1, buttons: 0 },
      ...{ clientX: at.x + 300, clientY: at.y + 300 },
    });
    expect(await mode()).to.equal('layout');
    expect(await boxOf('shape1')).to.deep.equal(dropped);
  });

  it('command keys add, remove or select no block and do not end the drag [KB4]', async () => {
    await scroller().focus();
    const before = await canvas.page.evaluate(() => [...window.editor.blocks.keys()]);
    for (const key of ['Tab', 'Delete', 'Control+d', 'Control+z', 'ArrowLeft', 't', 'd', 'Enter'])
      await canvas.page.keyboard.press(key);
    expect(await mode()).to.equal('translating');
    expect(await canvas.selection()).to.deep.equal(['shape1']);
    expect(await canvas.page.evaluate(() => [...window.editor.blocks.keys()])).to.eql(before);
  });

  it("a block released beyond the viewport's edge stays visible", async () => {
    const { mouse } = canvas.page;
    for (const [x, y] of [
      [-300, 300],
      [1400, 300],
      [500, -400],
    ] as const) {
      await mouse.move(x, y, { steps: 4 });
      await mouse.up();
      expect(await mode()).to.equal('layout');
      const box = await clientBox('shape1');
      expect(box.x + box.width, 'right').to.be.within(40, 1200);
      expect(box.x, 'left').to.be.within(-80, 1060);
      expect(box.y + box.height, 'bottom').to.be.above(40);
      await canvas.showGallery();
      await canvas.input.drag([at, { x: at.x + 60, y: at.y + 20 }], { hold: true });
    }
  });
});
