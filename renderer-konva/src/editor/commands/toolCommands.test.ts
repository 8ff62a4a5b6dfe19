import { richTextFromPlain } from '@cobble/engine';
import { expect } from 'chai';
import { makeEditorStore } from '../testing/makeEditorStore.ts';
import { addStickyNote, addText } from './toolCommands.ts';

describe('the buttons of the Text and Sticky note tools', () => {
  it('add a block and edit it, and one undo takes back the block with its text [M13]', () => {
    const { store } = makeEditorStore();
    const { editor } = store;
    const before = editor.blocks.size;
    addText(store);
    editor.setEditedText(richTextFromPlain('First'));
    // The text that is being edited is finished first, as an entry of its own.
    addStickyNote(store);
    editor.setEditedText('Second');
    editor.stopTextEditing();
    expect(editor.blocks.size).to.equal(before + 2);
    editor.undo();
    expect(editor.blocks.size).to.equal(before + 1);
    editor.undo();
    expect(editor.blocks.size).to.equal(before);
    expect(editor.canUndo).to.equal(false);
  });

  it('leave no entry in the history when nothing is typed into a text [M13]', () => {
    const { store } = makeEditorStore();
    addText(store);
    store.editor.setEditedText(richTextFromPlain(''));
    store.editor.stopTextEditing();
    expect(store.editor.canUndo).to.equal(false);
  });
});
