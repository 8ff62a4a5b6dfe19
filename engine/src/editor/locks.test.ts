import { expect } from 'chai';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestSection } from '../testing/makeTestPage.ts';

describe('a locked section', () => {
  const make = () =>
    makeTestEditor([
      makeTestSection('s2', { order: 1, locked: true }),
      makeTestBlock('a', { position: { x: 0.1, y: 0.1 } }),
      makeTestBlock('b', { parentUuid: 's2', position: { x: 0.1, y: 0.1 } }),
    ]);

  it('refuses blocks that are added, pasted or duplicated, and does not move [E19]', () => {
    const editor = make();
    editor.select(['a']);
    const text = editor.copy() ?? '';
    const before = editor.page;
    const outcomes = {
      add: editor.add({ type: 'shape', position: { x: 0.1, y: 1.4 } }),
      'add into it': editor.add({ type: 'shape', parentUuid: 's2' }),
      paste: editor.paste(text, { x: 0.5, y: 1.5 }),
      duplicate: editor.duplicate(['b']),
      moveSection: editor.moveSection('s2', 'up'),
    };
    for (const [name, outcome] of Object.entries(outcomes))
      expect(outcome, name).to.include({ ok: false, code: 'block_locked' });
    expect(editor.page).to.equal(before);
    expect(editor.canUndo).to.equal(false);
  });

  it('refuses blocks that are dropped on it, which stay children of their section [E19]', () => {
    const editor = make();
    expect(editor.update('a', { position: { y: 1.4 } }).ok).to.equal(true);
    expect(editor.blocks.get('a')?.parentUuid).to.equal('s1');
    editor.select(['a']);
    const box = editor.boxOf('a') ?? { x: 0, y: 0 };
    const pointer = { pxPerUnit: 600, x: box.x + 0.1, y: box.y + 0.05 };
    editor.update('a', { position: { y: 0.1 } });
    editor.dispatch({ ...pointer, y: 0.15, type: 'pointerdown' });
    editor.dispatch({ ...pointer, y: 2.6, type: 'pointermove', ctrl: true });
    editor.dispatch({ ...pointer, y: 2.6, type: 'pointerup', ctrl: true });
    expect(editor.boxOf('a')?.y, 'the block was dragged').to.be.greaterThan(2);
    expect(editor.blocks.get('a')?.parentUuid).to.equal('s1');
  });

  it('can be moved and accepts blocks again after it is unlocked [E19]', () => {
    const editor = make();
    editor.setLocked(false, ['s2']);
    expect(editor.duplicate(['b']).ok).to.equal(true);
    expect(editor.moveSection('s2', 'up').ok).to.equal(true);
  });
});

describe('a locked block in a group', () => {
  it('keeps its record when a sibling moves; a room would reject a change to it [E36]', () => {
    const editor = makeTestEditor([
      makeTestBlock('a', { position: { x: 0.1, y: 0.1 } }),
      makeTestBlock('b', { position: { x: 0.4, y: 0.2 } }),
    ]);
    editor.select(['a', 'b']);
    expect(editor.group().ok).to.equal(true);
    editor.setLocked(true, ['b']);
    const locked = editor.blocks.get('b');
    const box = editor.boxOf('b');
    expect(editor.update('a', { position: { x: -0.05, y: -0.02 } }).ok).to.equal(true);
    expect(editor.blocks.get('b')).to.equal(locked);
    expect(editor.boxOf('b')).to.deep.equal(box);
  });

  it('keeps an unrounded position when only the size of its group changes [E36]', () => {
    const editor = makeTestEditor([
      makeTestBlock('g', { type: 'group', position: { x: 0.1, y: 0.1, width: 0.5, height: 0.5 } }),
      makeTestBlock('a', { parentUuid: 'g', position: { x: 0, y: 0 } }),
      makeTestBlock('b', { parentUuid: 'g', position: { x: 1 / 9, y: 1 / 7 }, locked: true }),
    ]);
    const locked = editor.blocks.get('b');
    expect(editor.update('a', { position: { width: 0.6, height: 0.6 } }).ok).to.equal(true);
    expect(editor.blocks.get('g')?.position.width).to.equal(0.6);
    expect(editor.blocks.get('b')).to.equal(locked);
  });
});
