import { expect } from 'chai';
import { makeTestEditor } from '../../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestText } from '../../testing/makeTestPage.ts';
import { plainFromRichText, type RichText } from '../../text/richText.ts';
import type { Editor } from '../Editor.ts';

const textOf = (editor: Editor, uuid: string) =>
  plainFromRichText((editor.blocks.get(uuid)?.content as { text: RichText }).text);

describe('editing text', () => {
  it('is one entry of the history, whatever was typed [E30]', () => {
    const editor = makeTestEditor([makeTestText('t', 'Hi')]);
    expect(editor.startTextEditing('t')).to.equal(true);
    expect(editor.mode).to.eql({ name: 'text-editing', block: 't' });
    editor.setEditedText('Hi y');
    editor.setEditedText('Hi you');
    expect(textOf(editor, 't')).to.equal('Hi you');
    expect(editor.isInProgress).to.equal(true);
    editor.stopTextEditing();
    expect(editor.mode.name).to.equal('layout');
    editor.undo();
    expect(textOf(editor, 't')).to.equal('Hi');
    expect(editor.canUndo).to.equal(false);
  });

  it('saves nothing when nothing was typed [E30]', () => {
    const editor = makeTestEditor([makeTestText('t', 'Hi')]);
    editor.startTextEditing('t');
    editor.setEditedText('Hix');
    editor.setEditedText('Hi');
    editor.stopTextEditing();
    expect(editor.canUndo).to.equal(false);
  });

  it('removes a text left empty; undo brings the words back [E31]', () => {
    const editor = makeTestEditor([makeTestText('t', 'Hi')]);
    editor.startTextEditing('t');
    editor.setEditedText(' \n ');
    editor.stopTextEditing();
    expect(editor.blocks.has('t')).to.equal(false);
    editor.undo();
    expect(textOf(editor, 't')).to.equal('Hi');
  });

  it('leaves no trace of a new text left empty, made in the same go or just before [E31]', () => {
    const editor = makeTestEditor();
    const before = editor.page;
    editor.begin();
    editor.add({ type: 'text' });
    editor.startTextEditing('id-1');
    editor.setEditedText('');
    editor.stopTextEditing();
    expect(editor.page).to.eql(before);
    expect(editor.canUndo).to.equal(false);
    editor.add({ type: 'text' });
    editor.startTextEditing('id-2');
    editor.setEditedText('');
    editor.stopTextEditing();
    expect(editor.page).to.eql(before);
    expect(editor.canUndo).to.equal(false);
    expect(editor.canRedo).to.equal(false);
  });

  it('writes into buttons and notes, which may be empty', () => {
    const button = makeTestBlock('b', {
      type: 'rich-button',
      content: { richButtonColor: 'red', richButtonText: { text: 'Go', bold: true } },
    });
    const editor = makeTestEditor([button]);
    editor.startTextEditing('b');
    editor.setEditedText('');
    editor.stopTextEditing();
    expect(editor.blocks.get('b')?.content).to.deep.include({
      richButtonText: { text: '', bold: true },
    });
  });

  it('refuses shapes, locked blocks and bad documents', () => {
    const editor = makeTestEditor([
      makeTestBlock('a'),
      makeTestText('t', 'Hi', { locked: true }),
      makeTestText('u', 'Hi'),
    ]);
    expect(editor.startTextEditing('a')).to.equal(false);
    expect(editor.startTextEditing('t')).to.equal(false);
    expect(editor.startTextEditing('nope')).to.equal(false);
    const refusals: string[] = [];
    editor.onRefusal((code) => refusals.push(code));
    editor.startTextEditing('u');
    editor.setEditedText({ type: 'doc', content: [{ type: 'script' }] });
    expect(refusals).to.eql(['invalid_block']);
    expect(textOf(editor, 'u')).to.equal('Hi');
  });

  it('ends with an undo, a load and a reset', () => {
    const editor = makeTestEditor([makeTestText('t', 'Hi')]);
    editor.startTextEditing('t');
    editor.setEditedText('Hi you');
    expect(editor.undo()).to.equal(true);
    expect(textOf(editor, 't')).to.equal('Hi');
    editor.startTextEditing('t');
    editor.reset();
    expect(editor.mode.name).to.equal('layout');
    expect(editor.isInProgress).to.equal(false);
  });
});
