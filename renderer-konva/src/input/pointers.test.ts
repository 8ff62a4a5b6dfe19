import { expect } from 'chai';
import { settle } from '../testing/settle.ts';
import { useCanvasHarness } from '../testing/useCanvasHarness.ts';

type Position = { readonly x: number; readonly y: number };
type Finger = Position & { readonly id: number };

describe('pointers of several kinds on the canvas', function () {
  this.timeout(60_000);
  const canvas = useCanvasHarness({ width: 1000, height: 700, touch: true });
  const { boxOf, middle, select, selection } = canvas;
  let touch: (type: 'Start' | 'Move' | 'End' | 'Cancel', ...fingers: Finger[]) => Promise<void>;
  let areFingersDown = false;
  let pen: (type: 'Pressed' | 'Moved' | 'Released', at: Position) => Promise<void>;

  beforeEach(async () => {
    await canvas.showGallery();
    await canvas.page.evaluate(() => {
      // On a slow machine, fingers would stay in place for as long as a long press.
      window.harness.holdTimers(500);
      window.clockMs = 10_000;
    });
    const client = await canvas.page.context().newCDPSession(canvas.page);
    areFingersDown = false;
    touch = async (type, ...touchPoints) => {
      areFingersDown = touchPoints.length > 0;
      await client.send('Input.dispatchTouchEvent', { type: `touch${type}`, touchPoints });
    };
    pen = async (type, { x, y }) => {
      await client.send('Input.dispatchMouseEvent', {
        ...{ type: `mouse${type}`, x, y, button: 'left', pointerType: 'pen', force: 0.5 },
        ...{ buttons: type === 'Released' ? 0 : 1, clickCount: type === 'Moved' ? 0 : 1 },
      });
    };
  });
  afterEach(async () => {
    if (areFingersDown) await touch('Cancel');
    await canvas.page.mouse.up();
  });

  const mode = () => canvas.page.evaluate(() => window.editor.mode.name);
  const strokes = () =>
    canvas.page.evaluate(() =>
      (window.editor.drawing?.strokes ?? []).map(({ points }) => ({
        from: points[0]?.x ?? NaN,
        to: points.at(-1)?.x ?? NaN,
      })),
    );
  const wait = (ms: number) =>
    canvas.page.evaluate((by) => {
      window.clockMs = (window.clockMs ?? 0) + by;
    }, ms);

  it('a pen writes while a palm is put down, moved, lifted and rejected by the system', async () => {
    await canvas.page.locator('[data-cobble-scroller]').focus();
    await canvas.page.keyboard.press('d');
    const palm = { x: 500, y: 600, id: 1 };
    await touch('Start', palm);
    await pen('Pressed', { x: 300, y: 480 });
    await touch('Move', { ...palm, x: 520 });
    await pen('Moved', { x: 340, y: 480 });
    await touch('End');
    await pen('Moved', { x: 380, y: 480 });
    await touch('Start', palm);
    await pen('Moved', { x: 400, y: 480 });
    await touch('Cancel');
    await pen('Moved', { x: 440, y: 480 });
    await pen('Released', { x: 460, y: 480 });
    const [written, ...others] = await strokes();
    expect(others).to.eql([]);
    expect((written?.to ?? 0) - (written?.from ?? 0)).to.be.closeTo(160, 2);
    await wait(499);
    await touch('Start', palm);
    await touch('Move', { ...palm, x: 560 });
    await touch('End');
    expect(await strokes()).to.have.length(1);
    await wait(500);
    await touch('Start', palm);
    await touch('Move', { ...palm, x: 560 });
    await touch('End');
    expect(await strokes(), 'a finger draws once the pen is put away').to.have.length(2);
  });

  it("a pen's drag goes on while two fingers touch the page, which they neither zoom nor scroll", async () => {
    const at = await middle('shape1');
    const before = await boxOf('shape1');
    const view = () =>
      canvas.page
        .locator('[data-cobble-scroller]')
        .evaluate((each: HTMLElement) => [each.dataset.zoom, each.scrollTop]);
    const zoom = await view();
    await pen('Pressed', at);
    await pen('Moved', { x: at.x + 40, y: at.y });
    expect(await mode()).to.equal('translating');
    const fingers = [100, 200].map((x, id) => ({ x, y: 600, id }));
    await touch('Start', ...fingers.slice(0, 1));
    await touch('Start', ...fingers);
    await touch('Move', ...fingers.map((each) => ({ ...each, x: 3 * each.x, y: 400 })));
    await touch('End');
    expect(await mode()).to.equal('translating');
    await pen('Moved', { x: at.x + 60, y: at.y });
    await pen('Released', { x: at.x + 60, y: at.y });
    expect(await mode()).to.equal('layout');
    expect((await boxOf('shape1')).x).to.be.closeTo(before.x + 0.1, 0.02);
    expect(await view()).to.eql(zoom);
  });

  it("a finger during a mouse's drag neither takes over the drag nor keeps it from ending", async () => {
    const at = await middle('shape1');
    const before = await boxOf('shape1');
    await canvas.input.drag([at, { x: at.x + 40, y: at.y }], { hold: true });
    const finger = { ...(await middle('note1')), id: 1 };
    await touch('Start', finger);
    await touch('Move', { ...finger, y: finger.y + 4 });
    await touch('End');
    expect(await mode()).to.equal('translating');
    await canvas.page.mouse.move(at.x + 60, at.y);
    await canvas.page.mouse.up();
    expect(await mode()).to.equal('layout');
    expect(await selection()).to.eql(['shape1']);
    expect((await boxOf('shape1')).x).to.be.closeTo(before.x + 0.1, 0.02);
  });

  it("a mouse during a finger's drag does not end or move it", async () => {
    await select('shape1');
    const finger = { ...(await middle('shape1')), id: 1 };
    const before = await boxOf('shape1');
    await touch('Start', finger);
    await touch('Move', { ...finger, x: finger.x + 40 });
    expect(await mode()).to.equal('translating');
    const other = await middle('note1');
    await canvas.page.mouse.move(other.x, other.y);
    await canvas.page.mouse.down();
    await canvas.page.mouse.move(other.x + 80, other.y);
    await canvas.page.mouse.up();
    expect(await mode()).to.equal('translating');
    await touch('Move', { ...finger, x: finger.x + 60 });
    await touch('End');
    expect(await mode()).to.equal('layout');
    expect(await selection()).to.eql(['shape1']);
    expect((await boxOf('shape1')).x).to.be.closeTo(before.x + 0.1, 0.02);
  });

  it('a third finger neither makes a zoom jump nor ends a pinch', async () => {
    const zoom = () =>
      canvas.page
        .locator('[data-cobble-scroller]')
        .evaluate((each: HTMLElement) => Number(each.dataset.zoom));
    const [a, b, c] = [
      { x: 300, y: 500, id: 1 },
      { x: 400, y: 500, id: 2 },
      { x: 900, y: 100, id: 3 },
    ] as const;
    await touch('Start', a);
    await touch('Start', a, b);
    await touch('Start', a, b, c);
    await touch('Move', a, { ...b, x: 420 }, c);
    expect(await zoom()).to.be.closeTo(1.2, 0.01);
    await touch('Move', a, { ...b, x: 400 }, c);
    // The fingers that remain are further apart than those that began.
    await touch('End', a, c);
    await touch('Move', a, { ...c, x: 890 });
    expect(await zoom()).to.be.closeTo(1, 0.01);
    await touch('End');
    await canvas.showGallery();
    await select('image1');
    const { x, y } = await middle('image1');
    const [d, e] = [
      { x: x - 40, y, id: 4 },
      { x: x + 40, y, id: 5 },
    ];
    await touch('Start', d);
    await touch('Start', d, e);
    await touch('Start', d, e, c);
    expect(await mode()).to.equal('pinching');
    const before = await boxOf('image1');
    await touch('Move', d, { ...e, x: e.x + 8 }, c);
    expect((await boxOf('image1')).width).to.be.closeTo(before.width * 1.1, 0.01);
    await touch('End');
    await settle(canvas.page);
    expect(await mode()).to.equal('layout');
  });

  it('a finger works again after one whose release was not reported', async () => {
    await select('shape1');
    const finger = { ...(await middle('shape1')), id: 1 };
    await touch('Start', finger);
    await touch('Move', { ...finger, x: finger.x + 60 });
    expect(await mode()).to.equal('translating');
    await canvas.page.evaluate(() => {
      window.addEventListener(
        'pointerup',
        (event) => {
          event.stopImmediatePropagation();
        },
        { capture: true, once: true },
      );
    });
    await touch('End');
    expect(await mode()).to.equal('translating');
    const note = { ...(await middle('note1')), id: 2 };
    await touch('Start', note);
    await touch('End');
    expect(await mode()).to.equal('layout');
    expect(await selection()).to.eql(['note1']);
  });
});
