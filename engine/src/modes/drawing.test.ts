import { expect } from 'chai';
import { asBuiltin } from '../blocks/builtinBlocks.ts';
import { decodeDrawing } from '../drawing/decodeDrawing.ts';
import { refuse } from '../model/Result.ts';
import { ALL_PERMISSIONS, VIEW_ONLY } from '../permissions/Permissions.ts';
import { createStage, PX, type Stage } from './stage.test.ts';

const key = (stage: Stage, name: string) => {
  stage.key(name);
};

/** Draws a wave to the right. */
function scribble(stage: Stage, x: number, y: number, pointerType: 'mouse' | 'pen' = 'mouse') {
  const at = (step: number) => [x + step * 0.01, y + 0.02 * Math.sin(step / 2)] as const;
  stage.down(...at(0), { pointerType });
  for (let step = 1; step <= 20; step++)
    stage.move(...at(step), { pointerType, pressure: step / 20 });
  stage.up(...at(20), { pointerType });
}

const drawings = (stage: Stage) =>
  [...stage.editor.blocks.values()].flatMap((block) => {
    const known = asBuiltin(block);
    return known?.type === 'drawing' ? [known] : [];
  });

describe('drawing', () => {
  it('starts with D or a call, and exposes its tool [M1]', () => {
    const stage = createStage();
    stage.add('a', [0.1, 0.1, 0.2, 0.2]);
    stage.editor.select(['a']);
    key(stage, 'd');
    expect(stage.editor.mode).to.eql({
      name: 'drawing',
      tool: 'pen',
      color: '#000000',
      widthPx: 4,
    });
    expect(stage.selected()).to.eql([]);
    stage.editor.setDrawingPen({ tool: 'highlighter' });
    expect(stage.editor.mode).to.include({ tool: 'highlighter', color: '#FFDE33', widthPx: 12 });
    stage.editor.setDrawingPen({ color: '#2563EB', widthPx: 7 });
    stage.editor.setDrawingPen({ tool: 'pen' });
    expect(stage.editor.drawingPen).to.include({ color: '#000000', widthPx: 4 });
    stage.editor.setDrawingPen({ tool: 'highlighter' });
    expect(stage.editor.drawingPen).to.include({ color: '#2563EB', widthPx: 7 });
    expect(() => {
      stage.editor.setDrawingPen({ color: 'no colour' });
    }).to.throw();
    expect(() => {
      stage.editor.setDrawingPen({ widthPx: 0 });
    }).to.throw();
    stage.editor.stopDrawing();
    expect(stage.editor.mode.name).to.equal('layout');
    expect(stage.editor.drawing).to.equal(null);
    expect(stage.editor.startDrawing()).to.equal(true);
    expect(stage.editor.drawingPen).to.include({ tool: 'highlighter', color: '#2563EB' });
  });

  it('exposes the current and the finished strokes, and does not change the page [M2]', () => {
    const stage = createStage();
    stage.editor.startDrawing();
    stage.down(0.2, 0.2);
    stage.move(0.3, 0.2);
    expect(stage.editor.drawing?.current?.points.at(-1)).to.include({ x: 180, y: 120 });
    expect(stage.editor.drawing?.strokes).to.eql([]);
    stage.up(0.3, 0.2);
    expect(stage.editor.drawing?.current).to.equal(null);
    expect(stage.editor.drawing?.strokes).to.have.length(1);
    scribble(stage, 0.5, 0.5);
    expect(stage.editor.drawing?.strokes).to.have.length(2);
    expect(stage.editor.blocks.size).to.equal(2);
    expect(stage.editor.isInProgress).to.equal(false);
  });

  it('turns the strokes into one block on Enter, at their position and size in their section, and continues [M3]', () => {
    const stage = createStage();
    stage.editor.startDrawing();
    scribble(stage, 0.2, 1.3);
    scribble(stage, 0.2, 1.5);
    key(stage, 'Enter');
    expect(stage.editor.mode.name).to.equal('drawing');
    expect(stage.editor.drawing).to.deep.include({ strokes: [], canUndo: false });
    expect(stage.selected()).to.eql([]);
    const [block] = drawings(stage);
    expect(block?.parentUuid).to.equal('two');
    const box = stage.box(block?.uuid ?? '');
    expect(box.x).to.be.closeTo(0.2, 0.01);
    expect(box.y).to.be.closeTo(1.28, 0.01);
    expect(box.width * PX).to.be.closeTo(block?.content.drawingWidth ?? NaN, 1e-3);
    expect(box.height * PX).to.be.closeTo(block?.content.drawingHeight ?? NaN, 1e-3);
    const strokes = decodeDrawing(block?.content.drawingPaths ?? '');
    expect(strokes).to.have.length(2);
    for (const [index, yPx] of [780, 900].entries()) {
      const start = strokes[index]?.points[0];
      expect((start?.x ?? NaN) + box.x * PX).to.be.closeTo(120, 0.1);
      expect((start?.y ?? NaN) + box.y * PX).to.be.closeTo(yPx, 0.1);
    }
    expect(stage.entries()).to.equal(1);
    scribble(stage, 0.2, 0.2);
    key(stage, 'Escape');
    expect(drawings(stage)).to.have.length(2);
    expect(stage.entries()).to.equal(2);
    expect(stage.selected()).to.have.length(1);
    stage.editor.undo();
    stage.editor.undo();
    expect(stage.editor.blocks.size).to.equal(2);
  });

  it('ends with Esc, D and other tools, and keeps the remaining strokes [M4]', () => {
    for (const name of ['Escape', 'd', 'v']) {
      const stage = createStage();
      stage.editor.startDrawing();
      scribble(stage, 0.2, 0.2);
      key(stage, name);
      expect(stage.editor.mode.name, name).to.equal('layout');
      expect(drawings(stage), name).to.have.length(1);
      stage.editor.startDrawing();
      key(stage, name);
      expect(drawings(stage), name).to.have.length(1);
    }
    const stage = createStage();
    stage.editor.startDrawing();
    scribble(stage, 0.2, 0.2);
    key(stage, 'Enter');
    expect([...stage.editor.selection]).to.deep.equal([]);
    key(stage, 'Escape');
    expect([...stage.editor.selection]).to.deep.equal(drawings(stage).map(({ uuid }) => uuid));
    stage.editor.remove();
    stage.editor.startDrawing();
    key(stage, 'Escape');
    expect([...stage.editor.selection]).to.deep.equal([]);
    stage.editor.startDrawing();
    scribble(stage, 0.2, 0.2);
    key(stage, 't');
    expect(stage.editor.mode.name).to.equal('text-editing');
    expect(drawings(stage)).to.have.length(1);
    stage.editor.startDrawing();
    scribble(stage, 0.2, 0.6);
    stage.editor.reset();
    expect(drawings(stage)).to.have.length(2);
  });

  it('keeps strokes through reset when they cannot be added to the page [M6]', () => {
    for (const refusal of ['cap', 'hook', 'permission'] as const) {
      const stage = createStage({ maxBlocks: 10 });
      const { editor } = stage;
      editor.startDrawing();
      scribble(stage, 0.2, 0.2);
      editor.configure({ maxBlocks: refusal === 'hook' ? 10 : editor.blocks.size });
      if (refusal === 'permission') editor.configure({ permissions: VIEW_ONLY });
      const stop = editor.onBeforeCommit(() =>
        refusal === 'hook' ? refuse('change_refused') : undefined,
      );
      editor.reset();
      expect([editor.mode.name, editor.drawing?.strokes.length], refusal).to.eql(['drawing', 1]);
      expect(stage.refusals.length, refusal).to.be.greaterThan(0);
      stop();
      editor.configure({ maxBlocks: 10, permissions: ALL_PERMISSIONS });
      editor.reset();
      expect([editor.mode.name, drawings(stage).length], refusal).to.eql(['layout', 1]);
    }
  });

  it('undoes and redoes only strokes; a new stroke clears redo [M5]', () => {
    const stage = createStage();
    // The page has an edit to undo and one to redo.
    stage.editor.add({ type: 'shape', uuid: 'a' });
    stage.editor.add({ type: 'shape', uuid: 'b' });
    stage.editor.undo();
    stage.editor.startDrawing();
    expect(stage.editor.canUndo || stage.editor.canRedo).to.equal(false);
    key(stage, 'ctrl+shift+z');
    expect(stage.editor.redo()).to.equal(false);
    scribble(stage, 0.2, 0.2);
    scribble(stage, 0.2, 0.4);
    key(stage, 'ctrl+z');
    expect(stage.editor.drawing?.strokes).to.have.length(1);
    expect(stage.editor.canRedo).to.equal(true);
    key(stage, 'ctrl+shift+z');
    expect(stage.editor.drawing?.strokes).to.have.length(2);
    expect(stage.editor.undo()).to.equal(true);
    scribble(stage, 0.2, 0.6);
    expect(stage.editor.redo()).to.equal(false);
    key(stage, 'ctrl+z');
    key(stage, 'ctrl+z');
    key(stage, 'ctrl+z');
    expect(stage.editor.drawing?.strokes).to.eql([]);
    expect(stage.editor.undo()).to.equal(false);
    expect(stage.editor.blocks.has('a'), 'the page is untouched').to.equal(true);
    expect(stage.editor.blocks.has('b'), 'the page is untouched').to.equal(false);
    expect(stage.editor.canUndo).to.equal(false);
  });

  it('keeps the strokes when the page reaches its cap, and does not start on a full page [M6]', () => {
    const stage = createStage({ maxBlocks: 3 });
    stage.editor.startDrawing();
    scribble(stage, 0.2, 0.2);
    key(stage, 'Enter');
    scribble(stage, 0.2, 0.4);
    const refused: string[] = [];
    for (const name of ['Escape', 'Enter', 'd', 'r']) {
      key(stage, name);
      refused.push('things_per_page_limit_exceeded');
      expect(stage.refusals, name).to.eql(refused);
      expect(stage.editor.mode.name, name).to.equal('drawing');
      expect(stage.editor.drawing?.strokes, name).to.have.length(1);
    }
    key(stage, 'ctrl+z');
    key(stage, 'Escape');
    expect(stage.editor.mode.name).to.equal('layout');
    expect(stage.editor.startDrawing()).to.equal(false);
    key(stage, 'd');
    expect(stage.editor.mode.name).to.equal('layout');
    expect(stage.refusals).to.have.length(refused.length + 2);
  });

  it('adds a full drawing to the page in the middle of a stroke, and continues in the next drawing [M19]', () => {
    const at = (step: number) => [0.2 + (step % 200) / 400, 0.3 + step / 10_000] as const;
    for (const isPageFull of [false, true]) {
      const stage = createStage({ maxBlocks: 3 });
      stage.editor.startDrawing();
      for (let dot = 0; dot < 1999; dot++) stage.click(0.2 + dot / 10_000, 0.2);
      if (isPageFull) stage.add('a', [0.1, 0.1, 0.2, 0.2]);
      stage.down(...at(0));
      for (let step = 1; step <= 4100; step++) stage.move(...at(step));
      stage.up(...at(4100));
      const strokes = stage.editor.drawing?.strokes ?? [];
      if (isPageFull) {
        expect(stage.refusals).to.eql(['things_per_page_limit_exceeded']);
        expect(strokes).to.have.length(2000);
        continue;
      }
      expect(drawings(stage)).to.have.length(1);
      expect(strokes).to.have.length(1);
      expect(strokes[0]?.points[0]?.y).to.be.closeTo(600 * at(3999)[1], 0.5);
    }
  });

  it('uses the pressure of a pen, draws with the first finger, and discards a stroke on cancel [M2]', () => {
    let now = 0;
    const stage = createStage({ environment: { now: () => now } });
    stage.editor.startDrawing();
    scribble(stage, 0.2, 0.2, 'pen');
    const [stroke] = stage.editor.drawing?.strokes ?? [];
    expect(stroke?.points.at(-1)?.pressure).to.equal(1);
    // A moment after the pen, fingers draw again.
    now += 500;
    stage.down(0.2, 0.4, { pointerType: 'touch', pointerId: 1 });
    stage.down(0.6, 0.4, { pointerType: 'touch', pointerId: 2 });
    stage.move(0.7, 0.4, { pointerType: 'touch', pointerId: 2 });
    stage.move(0.3, 0.4, { pointerType: 'touch', pointerId: 1 });
    stage.up(0.7, 0.4, { pointerType: 'touch', pointerId: 2 });
    stage.up(0.3, 0.4, { pointerType: 'touch', pointerId: 1 });
    expect(stage.editor.drawing?.strokes[1]?.points.at(-1)).to.include({ x: 180, y: 240 });
    stage.down(0.2, 0.6);
    stage.move(0.3, 0.6);
    stage.editor.dispatch({ type: 'pointercancel' });
    stage.up(0.3, 0.6);
    expect(stage.editor.drawing?.strokes).to.have.length(2);
  });

  it('needs the permission to edit [M1]', () => {
    const stage = createStage({
      permissions: { canView: true, canSample: false, canEdit: false, canPublish: false },
    });
    stage.key('d');
    expect(stage.editor.startDrawing()).to.equal(false);
    expect(stage.editor.mode.name).to.equal('layout');
  });
});
