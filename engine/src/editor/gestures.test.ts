import { expect } from 'chai';
import type { InputEvent } from './InputEvent.ts';
import { parsePage } from '../parsing/parsePage.ts';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import { makeTestBlock } from '../testing/makeTestPage.ts';
import type { Editor } from './Editor.ts';

const move = (
  type: 'pointerdown' | 'pointermove' | 'pointerup',
  x: number,
  y: number,
): InputEvent => ({
  type,
  x,
  y,
  pxPerUnit: 600,
  ctrl: true,
});

function drag(editor: Editor, from: [number, number], to: [number, number]): void {
  editor.dispatch({ ...move('pointerdown', ...from), ctrl: false } as InputEvent);
  editor.dispatch(move('pointermove', (from[0] + to[0]) / 2, (from[1] + to[1]) / 2));
  editor.dispatch(move('pointermove', ...to));
  editor.dispatch(move('pointerup', ...to));
}

describe('gestures of an editor', () => {
  it('drag a block into the next section as one history entry', () => {
    const editor = makeTestEditor([makeTestBlock('a', { position: { x: 0.1, y: 0.1 } })]);
    const start = editor.page;
    drag(editor, [0.2, 0.15], [0.3, 1.45]);
    expect(editor.blocks.get('a')?.parentUuid).to.equal('s2');
    expect(editor.boxOf('a')).to.deep.include({ x: 0.2, y: 1.4 });
    expect(editor.mode.name).to.equal('layout');
    expect([...editor.selection]).to.eql(['a']);
    parsePage(editor.page);
    editor.undo();
    expect(editor.page).to.eql(start);
    expect(editor.canUndo).to.equal(false);
  });

  it('keep the exact size of moved blocks, so that the text of old pages does not wrap differently', () => {
    const width = 34 / 600 + 1e-9;
    const editor = makeTestEditor([
      makeTestBlock('a', { position: { x: 0.1, y: 0.1, width, height: 0.1 } }),
    ]);
    drag(editor, [0.12, 0.15], [0.3, 0.25]);
    expect(editor.boxOf('a')).to.include({ width, height: 0.1 });
    expect(editor.boxOf('a')?.x).to.be.closeTo(0.28, 1e-6);
  });

  it('leave nothing behind when cancelled, and cannot be undone halfway', () => {
    const editor = makeTestEditor([makeTestBlock('a', { position: { x: 0.1, y: 0.1 } })]);
    const start = editor.page;
    editor.dispatch({ ...move('pointerdown', 0.2, 0.15), ctrl: false } as InputEvent);
    editor.dispatch(move('pointermove', 0.5, 0.5));
    expect(editor.mode.name).to.equal('translating');
    expect(editor.undo()).to.equal(false);
    expect(editor.stablePage).to.eql(start);
    editor.dispatch({ type: 'keydown', key: 'Escape' });
    expect(editor.page).to.eql(start);
    expect(editor.canUndo).to.equal(false);
  });

  it('refuse a locked block and report it', () => {
    const editor = makeTestEditor([makeTestBlock('a', { locked: true })]);
    const start = editor.page;
    const refusals: string[] = [];
    editor.onRefusal((code) => refusals.push(code));
    drag(editor, [0.1, 0.05], [0.5, 0.5]);
    expect(refusals).to.eql(['block_locked']);
    expect(editor.page).to.eql(start);
  });
});
