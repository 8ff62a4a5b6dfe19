import { expect } from 'chai';
import fc from 'fast-check';
import { createStage, type Stage } from './stage.test.ts';

const pen = (pointerId = 9) => ({ pointerType: 'pen', pointerId }) as const;
const finger = (pointerId: number, isPrimary?: boolean) =>
  ({ pointerType: 'touch', pointerId, isPrimary }) as const;

/** A stage with a clock that `wait` moves on, by ms. */
function createTimedStage(): Stage & { wait: (ms: number) => void } {
  let time = 10_000;
  const stage = createStage({ environment: { now: () => time } });
  return Object.assign(stage, { wait: (ms: number) => (time += ms) });
}

const strokes = ({ editor }: Stage) => editor.drawing?.strokes ?? [];

describe('pointers of several kinds at once', () => {
  it('a pen draws its stroke when put down after the palm, which draws none [M26]', () => {
    const stage = createTimedStage();
    stage.editor.startDrawing();
    stage.down(0.8, 0.8, finger(1));
    stage.move(0.81, 0.8, finger(1));
    stage.down(0.2, 0.2, pen());
    expect(stage.editor.drawing?.current?.points).to.have.length(1);
    stage.move(0.82, 0.8, finger(1));
    stage.move(0.3, 0.2, pen());
    stage.up(0.82, 0.8, finger(1));
    stage.up(0.4, 0.2, pen());
    expect(strokes(stage)).to.have.length(1);
    expect(strokes(stage)[0]?.points[0]).to.include({ x: 120, y: 120 });
    expect(strokes(stage)[0]?.points.at(-1)).to.include({ x: 240, y: 120 });
  });

  it('a palm between two strokes of a pen draws nothing, however long it stays [M26]', () => {
    const stage = createTimedStage();
    stage.editor.startDrawing();
    stage.down(0.2, 0.2, pen());
    stage.up(0.3, 0.2, pen());
    stage.wait(499);
    stage.down(0.8, 0.8, finger(1));
    stage.wait(5000);
    stage.move(0.7, 0.8, finger(1));
    stage.up(0.6, 0.8, finger(1));
    expect(strokes(stage)).to.have.length(1);
    stage.down(0.8, 0.8, finger(2));
    stage.up(0.7, 0.8, finger(2));
    expect(strokes(stage), 'a finger draws once the pen is put away').to.have.length(2);
    stage.move(0.2, 0.5, pen());
    stage.down(0.8, 0.8, finger(3));
    stage.up(0.7, 0.8, finger(3));
    expect(strokes(stage), 'a pen above the screen is in use').to.have.length(2);
  });

  it('fingers do not select, open a menu or pinch while a pen is down, and its drag continues [M26]', () => {
    const stage = createTimedStage();
    stage.add('a', [0.1, 0.1, 0.2, 0.2]);
    stage.add('b', [0.6, 0.1, 0.2, 0.2]);
    let menus = 0;
    stage.editor.onMenu(() => menus++);
    stage.down(0.2, 0.2, pen());
    stage.move(0.25, 0.5, { ...pen(), ctrl: true });
    expect(stage.editor.isPenInUse).to.equal(true);
    stage.wait(60_000);
    for (const id of [1, 2]) stage.down(0.7, 0.2, finger(id));
    stage.editor.dispatch({
      type: 'longpress',
      ...{ x: 0.7, y: 0.2, pxPerUnit: 600 },
      ...finger(1),
    });
    stage.editor.dispatch({ type: 'pointercancel', pointerId: 2 });
    stage.up(0.7, 0.2, finger(1));
    expect([stage.editor.mode.name, menus, stage.selected()]).to.eql(['translating', 0, ['a']]);
    stage.up(0.3, 0.5, { ...pen(), ctrl: true });
    expect(stage.box('a')).to.include({ x: 0.2, y: 0.4 });
    expect(stage.entries()).to.equal(1);
    stage.wait(500);
    expect(stage.editor.isPenInUse).to.equal(false);
    stage.click(0.7, 0.2, finger(3));
    expect(stage.selected()).to.eql(['b']);
  });

  it("a pen's press cancels a drag or pinch of fingers and then acts by itself [M26]", () => {
    for (const fingers of [1, 2]) {
      const stage = createTimedStage();
      stage.add('a', [0.1, 0.1, 0.2, 0.2]);
      stage.add('b', [0.6, 0.1, 0.2, 0.2]);
      stage.editor.select(['a']);
      for (let id = 1; id <= fingers; id++) stage.down(0.12 + 0.1 * id, 0.2, finger(id));
      stage.move(0.3, 0.5, finger(1));
      expect(stage.editor.isInProgress).to.equal(true);
      stage.click(0.7, 0.2, pen());
      expect(stage.selected()).to.eql(['b']);
      for (let id = 1; id <= fingers; id++) stage.up(0.5, 0.5, finger(id));
      expect(stage.selected()).to.eql(['b']);
      expect(stage.box('a')).to.include({ x: 0.1, y: 0.1, width: 0.2 });
      expect(stage.entries()).to.equal(0);
    }
  });

  it('fingers are not ignored after the clock is set back [M26]', () => {
    const stage = createTimedStage();
    stage.add('a', [0.1, 0.1, 0.2, 0.2]);
    stage.click(0.9, 0.9, pen());
    stage.wait(-5000);
    stage.click(0.2, 0.2, finger(1));
    expect(stage.selected()).to.eql(['a']);
  });

  it('a finger whose release was lost does not make later taps useless [M27]', () => {
    const stage = createTimedStage();
    stage.add('a', [0.1, 0.1, 0.2, 0.2]);
    stage.add('b', [0.6, 0.1, 0.2, 0.2]);
    stage.editor.select(['a']);
    stage.down(0.15, 0.2, finger(1, true));
    stage.down(0.25, 0.2, finger(2, false));
    stage.up(0.25, 0.2, finger(2, false));
    // The system did not report that finger 1 was lifted.
    stage.click(0.7, 0.2, finger(3, true));
    expect(stage.selected()).to.eql(['b']);
    stage.click(0.2, 0.2, finger(4, true));
    expect(stage.selected()).to.eql(['a']);
  });

  it('a pointer that is pressed again has been released where it was last seen [M27]', () => {
    const stage = createTimedStage();
    stage.editor.startDrawing();
    stage.down(0.2, 0.2);
    stage.move(0.3, 0.2);
    stage.down(0.6, 0.6);
    stage.up(0.7, 0.6);
    expect(strokes(stage).map(({ points }) => points.at(-1)?.x)).to.eql([180, 420]);
    stage.editor.stopDrawing();
    stage.add('a', [0.1, 0.6, 0.2, 0.2]);
    stage.down(0.2, 0.7, finger(5));
    stage.up(0.2, 0.7, finger(5));
    stage.down(0.2, 0.7, finger(5));
    stage.move(0.4, 0.7, { ...finger(5), ctrl: true });
    stage.down(0.9, 0.2, finger(5));
    expect(stage.editor.isInProgress).to.equal(false);
    expect(stage.box('a').x).to.be.closeTo(0.3, 1e-9);
    stage.up(0.9, 0.2, finger(5));
    // Another button of a mouse is not another press.
    stage.down(0.35, 0.7);
    stage.move(0.15, 0.7, { ctrl: true });
    stage.down(0.15, 0.7, { button: 2 });
    expect(stage.editor.mode.name).to.equal('translating');
  });

  it('a cancelled third finger does not discard a pinch, nor a cancelled mouse a drag [M9]', () => {
    const stage = createTimedStage();
    stage.add('a', [0.3, 0.3, 0.2, 0.2]);
    stage.editor.select(['a']);
    stage.down(0.35, 0.4, finger(1, true));
    stage.down(0.45, 0.4, finger(2, false));
    stage.move(0.55, 0.4, finger(2, false));
    const width = stage.box('a').width;
    stage.down(0.9, 0.9, finger(3, false));
    stage.move(0.1, 0.9, finger(3, false));
    stage.editor.dispatch({ type: 'pointercancel', pointerId: 3 });
    stage.editor.dispatch({ type: 'pointercancel', pointerId: 77 });
    expect(stage.editor.mode.name).to.equal('pinching');
    expect(stage.box('a').width).to.equal(width);
    stage.up(0.55, 0.4, finger(2, false));
    stage.up(0.35, 0.4, finger(1, true));
    expect(stage.entries()).to.equal(1);
    expect(stage.box('a').width).to.be.closeTo(0.4, 1e-5);
  });

  it("a pen's strokes are the same with and without a palm and a mouse (law) [M26]", () => {
    const step = fc.record({
      who: fc.constantFrom('pen' as const, 'pen' as const, 1, 2, 3, 'mouse' as const),
      type: fc.constantFrom('pointerdown', 'pointermove', 'pointermove', 'pointerup', 'cancel'),
      x: fc.integer({ min: 1, max: 80 }),
      y: fc.integer({ min: 1, max: 40 }),
      ms: fc.constantFrom(0, 16, 200, 600),
    });
    const draw = (steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[]) => {
      const stage = createTimedStage();
      stage.editor.startDrawing();
      const down = new Set<unknown>();
      for (const { who, type, x, y, ms } of steps) {
        stage.wait(ms);
        if (type === 'cancel') {
          if (typeof who === 'number')
            stage.editor.dispatch({ type: 'pointercancel', pointerId: who });
          continue;
        }
        // The mouse only hovers: a stroke of its own would come before the pen's.
        if (who === 'mouse' && type !== 'pointermove') continue;
        // The palm is on the lower half of the page, so that its strokes can be told apart.
        const at = { x: x / 100, y: y / 100 + (who === 'pen' ? 0 : 1), pxPerUnit: 600 };
        const pointer = who === 'pen' ? pen() : who === 'mouse' ? { pointerId: 8 } : finger(who);
        if (type === 'pointerdown') down.add(who);
        if (type === 'pointerup') down.delete(who);
        stage.editor.dispatch({ type: type as 'pointermove', ...at, ...pointer });
      }
      stage.up(0.5, 0.3, pen());
      return strokes(stage).filter(({ points }) => (points[0]?.y ?? 0) < 500);
    };
    fc.assert(
      fc.property(fc.array(step, { minLength: 4, maxLength: 60 }), (steps) => {
        expect(draw(steps)).to.eql(draw(steps.filter(({ who }) => who === 'pen')));
      }),
      { numRuns: 150 },
    );
  });
});
