import { createEditor, createPage } from '@cobble/engine';
import { expect } from 'chai';
import { selectionFrameOf } from './selectionFrame.ts';

describe('selectionFrameOf', () => {
  it('does not rotate the frame of a group, which is painted without its stored rotation', () => {
    const draft = createEditor({ page: createPage() });
    draft.add({ uuid: 'a', type: 'shape' });
    draft.add({ uuid: 'b', type: 'shape', position: { rotationDeg: 30 } }, { select: false });
    draft.group();
    const [group] = draft.selectedBlocks;
    if (!group) throw new Error('no group');
    const position = { ...group.position, rotationDeg: 30 };
    const things = { ...draft.page.things, [group.uuid]: { ...group, position } };
    const editor = createEditor({ page: { ...draft.page, things } });
    editor.select([group.uuid]);
    expect(selectionFrameOf(editor)).to.include({ rotationDeg: 0 });
    editor.select(['b']);
    expect(selectionFrameOf(editor)).to.include({ rotationDeg: 30 });
  });

  it('is locked for a block in a locked group, whose handles would do nothing [ED29]', () => {
    const editor = createEditor({ page: createPage() });
    editor.add({ uuid: 'a', type: 'shape' });
    editor.add({ uuid: 'b', type: 'shape' }, { select: false });
    editor.select(['a', 'b']);
    editor.group().unwrap();
    editor.setLocked(true).unwrap();
    editor.select(['a']);
    expect(selectionFrameOf(editor)).to.include({ isLocked: true });
    editor.setLocked(false, editor.blocks.keys()).unwrap();
    expect(selectionFrameOf(editor)).to.include({ isLocked: false });
  });
});
