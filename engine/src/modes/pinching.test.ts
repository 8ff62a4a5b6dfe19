import { expect } from 'chai';
import { centerOf } from '../geometry/boxes.ts';
import { richTextFromPlain } from '../text/richText.ts';
import { createStage, PX, type Stage } from './stage.test.ts';

const finger = (pointerId: number) => ({ pointerType: 'touch', pointerId }) as const;
const BOX = [0.3, 0.3, 0.2, 0.2] as const;

/** Moves two fingers along lines. The first one is lifted first. */
function pinch(
  stage: Stage,
  from: readonly (readonly [number, number])[],
  to: readonly (readonly [number, number])[],
): void {
  from.forEach(([x, y], index) => {
    stage.down(x, y, finger(index + 1));
  });
  to.forEach(([x, y], index) => {
    stage.move(x, y, finger(index + 1));
  });
  to.forEach(([x, y], index) => {
    stage.up(x, y, finger(index + 1));
  });
}

describe('pinching', () => {
  it('scales, rotates and moves the selection between two fingers, as one history entry [M7]', () => {
    const stage = createStage();
    stage.add('a', BOX);
    stage.editor.select(['a']);
    pinch(
      stage,
      [
        [0.35, 0.4],
        [0.45, 0.4],
      ],
      [
        [0.5, 0.4],
        [0.5, 0.6],
      ],
    );
    const box = stage.box('a');
    expect(box.width).to.be.closeTo(0.4, 1e-6);
    expect(box.height).to.be.closeTo(0.4, 1e-6);
    expect(centerOf(box).x).to.be.closeTo(0.5, 1e-6);
    expect(centerOf(box).y).to.be.closeTo(0.5, 1e-6);
    expect(stage.editor.blocks.get('a')?.position.rotationDeg).to.equal(90);
    expect(stage.entries()).to.equal(1);
    expect(stage.editor.mode.name).to.equal('layout');
    stage.editor.undo();
    expect(stage.box('a')).to.include({ x: 0.3, width: 0.2 });
  });

  it('scales a note with its text and margin, so that its lines break where they did [B16] [E59]', () => {
    const stage = createStage();
    const stickyNoteText = { text: 'Milk', size: 20 };
    stage.add('n', BOX, { type: 'sticky-note', content: { stickyNoteText } });
    stage.editor.select(['n']);
    pinch(
      stage,
      [
        [0.35, 0.4],
        [0.45, 0.4],
      ],
      [
        [0.3, 0.4],
        [0.5, 0.4],
      ],
    );
    expect(stage.editor.blocks.get('n')?.content).to.deep.include({
      marginPx: 32,
      stickyNoteText: { ...stickyNoteText, size: 40 },
    });
    expect(stage.box('n').width).to.be.closeTo(0.4, 1e-6);
  });

  it('snaps the rotation to multiples of 45 degrees within 6 degrees, and stops at the minimum size [M7]', () => {
    const stage = createStage();
    stage.add('a', BOX);
    stage.editor.select(['a']);
    stage.down(0.35, 0.4, finger(1));
    stage.down(0.45, 0.4, finger(2));
    stage.move(0.45, 0.409, finger(2));
    expect(stage.editor.mode.name).to.equal('pinching');
    expect(stage.editor.blocks.get('a')?.position.rotationDeg).to.equal(0);
    stage.move(0.351, 0.4, finger(2));
    expect(stage.box('a').width).to.be.closeTo(0.03, 1e-6);
    stage.key('Escape');
    expect(stage.box('a').width).to.equal(0.2);
    expect(stage.entries()).to.equal(0);
    stage.up(0.351, 0.4, finger(2));
    stage.up(0.35, 0.4, finger(1));
    stage.click(0.4, 0.4);
    expect(stage.selected()).to.eql(['a']);
  });

  it('scales the font sizes of texts and the contents of groups [M7]', () => {
    const stage = createStage();
    stage.add('t', [0.3, 0.3, 0.2, 0.1], { type: 'text', content: { fontSize: 20 } });
    stage.add('b', [0.3, 0.5, 0.2, 0.1]);
    stage.editor.select(['t', 'b']);
    stage.editor.group();
    pinch(
      stage,
      [
        [0.35, 0.55],
        [0.45, 0.55],
      ],
      [
        [0.3, 0.55],
        [0.5, 0.55],
      ],
    );
    expect(stage.editor.blocks.get('t')?.content).to.include({ fontSize: 40 });
    expect(stage.box('b').width).to.be.closeTo(0.4, 1e-5);
    expect(stage.box('b').y).to.be.closeTo(0.45, 1e-5);
  });

  it('scales no text below 10 px, even if someone else has made it smaller meanwhile [M7] [B16] [H9]', () => {
    const stage = createStage();
    const sized = (sizePx: number) =>
      richTextFromPlain('Hi', { marks: [{ type: 'font_size', attrs: { sizePx } }] });
    stage.add('a', BOX, { type: 'text', content: { text: sized(40) } });
    stage.editor.select(['a']);
    stage.down(0.35, 0.35, finger(1));
    stage.down(0.45, 0.35, finger(2));
    stage.move(0.44, 0.35, finger(2));
    const before = stage.editor.stablePage.things.a;
    if (!before) throw new Error('no block');
    const smaller = { ...before, content: { ...before.content, text: sized(11) } };
    stage.editor.applyRemote({ added: {}, removed: {}, updated: { a: [before, smaller] } });
    stage.move(0.38, 0.35, finger(2));
    stage.up(0.38, 0.35, finger(2));
    const text = JSON.stringify(stage.editor.blocks.get('a')?.content);
    expect(Number(/"sizePx":([\d.]+)/.exec(text)?.[1])).to.equal(10);
  });

  it('never changes the selection, and does nothing on blocks that are not selected [M8]', () => {
    const stage = createStage();
    stage.add('a', BOX);
    stage.add('b', [0.6, 0.3, 0.2, 0.2]);
    stage.editor.select(['b']);
    stage.down(0.35, 0.4, finger(1));
    expect(stage.selected()).to.eql(['a']);
    stage.down(0.45, 0.4, finger(2));
    expect(stage.selected()).to.eql(['b']);
    stage.move(0.7, 0.4, finger(2));
    stage.up(0.7, 0.4, finger(2));
    // While the first finger is down, another one does not start a pinch.
    stage.down(0.35, 0.4, finger(3));
    stage.up(0.35, 0.4, finger(3));
    stage.move(0.2, 0.4, finger(1));
    stage.up(0.2, 0.4, finger(1));
    expect(stage.selected()).to.eql(['b']);
    expect(stage.entries()).to.equal(0);
    expect(stage.box('a').width).to.equal(0.2);
  });

  it('replaces a drag, whose movement is discarded [M8]', () => {
    const stage = createStage();
    stage.add('a', BOX);
    stage.editor.select(['a']);
    stage.down(0.4, 0.4, finger(1));
    stage.move(0.4 + 30 / PX, 0.4, { ...finger(1), ctrl: true });
    expect(stage.editor.mode.name).to.equal('translating');
    stage.down(0.55, 0.4, finger(2));
    expect(stage.editor.mode.name).to.equal('pinching');
    expect(stage.box('a').x).to.equal(0.3);
    stage.move(0.65, 0.4, finger(2));
    stage.up(0.65, 0.4, finger(2));
    expect(stage.box('a').width).to.be.closeTo(0.4, 1e-5);
    expect(stage.entries()).to.equal(1);
  });

  it('cancels a resize, and refuses locked blocks [M8]', () => {
    const stage = createStage();
    stage.add('a', BOX);
    stage.editor.select(['a']);
    stage.down(0.5, 0.5, { ...finger(1), handle: 'se' });
    stage.move(0.6, 0.6, finger(1));
    expect(stage.editor.mode.name).to.equal('resizing');
    stage.down(0.3, 0.3, finger(2));
    expect(stage.editor.mode.name).to.equal('layout');
    expect(stage.box('a').width).to.equal(0.2);
    stage.up(0.3, 0.3, finger(2));
    stage.up(0.6, 0.6, finger(1));
    stage.editor.setLocked(true);
    stage.down(0.4, 0.4, finger(1));
    stage.down(0.5, 0.4, finger(2));
    expect(stage.refusals).to.eql(['block_locked']);
    expect(stage.editor.mode.name).to.equal('layout');
    stage.up(0.5, 0.4, finger(2));
    expect(stage.entries()).to.equal(1);
  });

  it('does not affect a mouse drag while other pointers come and go [M9]', () => {
    const stage = createStage();
    stage.add('a', BOX);
    stage.down(0.4, 0.4, { pointerId: 1 });
    stage.move(0.5, 0.4, { pointerId: 1, ctrl: true });
    stage.down(0.9, 0.9, finger(7));
    stage.move(0.1, 0.9, finger(7));
    stage.up(0.1, 0.9, finger(7));
    stage.editor.dispatch({ type: 'pointercancel', pointerId: 7 });
    expect(stage.box('a').x).to.be.closeTo(0.4, 1e-6);
    stage.up(0.6, 0.4, { pointerId: 1, ctrl: true });
    expect(stage.box('a').x).to.be.closeTo(0.5, 1e-6);
  });
});
