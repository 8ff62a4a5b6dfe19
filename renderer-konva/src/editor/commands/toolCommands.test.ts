import { richTextFromPlain } from '@cobble/engine';
import { expect } from 'chai';
import { makeEditorStore } from '../testing/makeEditorStore.ts';
import { addStickyNote, addText } from './toolCommands.ts';

describe('the buttons of the Text and Sticky note tools', () => {
  it('add a block and edit it, and one undo removes the block with its text [M13]', () => {
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

  it('keep a drawing that is in progress when nothing is typed into the text [M4]', () => {
    const { store } = makeEditorStore();
    const { editor } = store;
    const before = editor.blocks.size;
    editor.startDrawing();
    const at = (x: number) => ({ x, y: 0.2, pxPerUnit: 600 });
    editor.dispatch({ type: 'pointerdown', ...at(0.2) });
    editor.dispatch({ type: 'pointermove', ...at(0.3) });
    editor.dispatch({ type: 'pointerup', ...at(0.4) });
    addText(store);
    editor.setEditedText(richTextFromPlain(''));
    editor.stopTextEditing();
    expect([...editor.blocks.values()].map(({ type }) => type)).to.include('drawing');
    expect(editor.blocks.size).to.equal(before + 1);
    editor.undo();
    expect(editor.blocks.size).to.equal(before);
  });

  it('leave no entry in the history when nothing is typed into a text [M13]', () => {
    const { store } = makeEditorStore();
    addText(store);
    store.editor.setEditedText(richTextFromPlain(''));
    store.editor.stopTextEditing();
    expect(store.editor.canUndo).to.equal(false);
  });
});
