import { expect } from 'chai';
import { makeTestEditor } from '../testing/makeTestEditor.ts';

const stored = { content: { url: '/assets/a.png', naturalWidth: 20, naturalHeight: 10 } };

describe('the end of an upload', () => {
  it('is not undoable, and no undo restores the temporary URL', () => {
    const editor = makeTestEditor();
    const start = editor.page;
    editor.add({ type: 'image', content: { url: 'blob:x' } });
    editor.update('id-1', { position: { x: 0.3 } });
    editor.update('id-1', stored);
    editor.undo();
    expect(editor.blocks.get('id-1')?.content).to.eql(stored.content);
    editor.undo();
    expect(editor.page).to.eql(start);
    expect(editor.canUndo).to.equal(false);
    editor.redo();
    editor.redo();
    expect(editor.blocks.get('id-1')?.content).to.eql(stored.content);
    expect(editor.canRedo).to.equal(false);
  });

  it('survives cancelling a gesture in progress', () => {
    const editor = makeTestEditor();
    editor.add({ type: 'image', content: { url: '', isUploading: true } });
    editor.begin();
    editor.update('id-1', { position: { x: 0.3 } });
    editor.update('id-1', { content: { ...stored.content, isUploading: undefined } });
    expect(editor.stablePage.things['id-1']?.content).to.eql(stored.content);
    editor.cancel();
    expect(editor.blocks.get('id-1')?.content).to.eql(stored.content);
    editor.undo();
    expect(editor.blocks.has('id-1')).to.equal(false);
  });

  it('leaves no trace of a failed upload’s removed block in the history, but keeps other edits', () => {
    const editor = makeTestEditor();
    editor.add([{ type: 'image', content: { url: 'blob:x' } }, { type: 'shape' }]);
    editor.forgetBlock('id-1');
    expect(editor.blocks.has('id-1')).to.equal(true);
    editor.remove(['id-1']);
    editor.forgetBlock('id-1');
    while (editor.undo()) expect(editor.blocks.has('id-1')).to.equal(false);
    expect(editor.blocks.has('id-2')).to.equal(false);
    while (editor.redo()) expect(editor.blocks.has('id-1')).to.equal(false);
    expect(editor.blocks.has('id-2')).to.equal(true);
  });
});
