import { expect } from 'chai';
import { refuse } from '../../model/Result.ts';
import { makeTestEditor } from '../../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestText } from '../../testing/makeTestPage.ts';
import { plainFromRichText, type RichText, richTextFromPlain } from '../../text/richText.ts';
import type { Editor } from '../Editor.ts';

const textOf = (editor: Editor, uuid: string) =>
  plainFromRichText((editor.blocks.get(uuid)?.content as { text: RichText }).text);

describe('editing text', () => {
  it('is one history entry for any amount of typing [E30]', () => {
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

  it('saves nothing if the text ends up as it was [E30]', () => {
    const editor = makeTestEditor([makeTestText('t', 'Hi')]);
    editor.startTextEditing('t');
    editor.setEditedText('Hix');
    editor.setEditedText('Hi');
    editor.stopTextEditing();
    expect(editor.canUndo).to.equal(false);
  });

  it('limits text to 100,000 characters, and allows a longer one to be shortened [T10]', () => {
    const long = (count: number) => 'x'.repeat(count);
    const editor = makeTestEditor([makeTestText('t', 'Hi'), makeTestText('old', long(120_000))]);
    const write = (uuid: string, count: number) =>
      editor.update(uuid, { content: { text: richTextFromPlain(long(count)) } });
    const tooLong = { code: 'invalid_block' };
    expect(write('t', 100_000).ok).to.equal(true);
    expect(write('t', 100_001)).to.include(tooLong);
    expect(write('t', 100_001)).to.have.nested.property('details.path', 'content.text');
    const content = { text: richTextFromPlain(long(100_001)) };
    expect(editor.add({ type: 'text', content })).to.include(tooLong);
    expect(write('old', 120_001)).to.include(tooLong);
    expect(editor.update('old', { content: { fontSize: 30 } }).ok).to.equal(true);
    expect(write('old', 110_000).ok).to.equal(true);
    editor.select(['old']);
    expect(editor.duplicate().ok).to.equal(true);
    editor.startTextEditing('t');
    expect(editor.setEditedText(long(100_001))).to.include(tooLong);
    expect(textOf(editor, 't')).to.have.length(100_000);
  });

  it('removes a text left empty; undo restores its content [E31]', () => {
    const editor = makeTestEditor([makeTestText('t', 'Hi')]);
    editor.startTextEditing('t');
    editor.setEditedText(' \n ');
    editor.stopTextEditing();
    expect(editor.blocks.has('t')).to.equal(false);
    editor.undo();
    expect(textOf(editor, 't')).to.equal('Hi');
  });

  it("removes line breaks at the end of a button's label, of which browsers ignore the last, when its editing ends [TX12]", () => {
    const content = (text: string) => ({ richButtonColor: '#2B4EFF', richButtonText: { text } });
    const button = (text: string) =>
      makeTestBlock('b', { type: 'rich-button', content: content(text) });
    const labelOf = (editor: Editor) =>
      (editor.blocks.get('b')?.content as ReturnType<typeof content>).richButtonText.text;
    const editor = makeTestEditor([button('Order')]);
    editor.startTextEditing('b');
    editor.setEditedText('Order\nonline \n\n');
    expect(labelOf(editor)).to.equal('Order\nonline \n\n');
    editor.stopTextEditing();
    expect(labelOf(editor)).to.equal('Order\nonline');
    editor.undo();
    expect([labelOf(editor), editor.canUndo]).to.eql(['Order', false]);
    editor.startTextEditing('b');
    editor.setEditedText('Order\n');
    editor.stopTextEditing();
    expect([labelOf(editor), editor.canUndo]).to.eql(['Order', false]);
    // Opening it changes nothing.
    const stored = makeTestEditor([button('Order\n')]);
    stored.startTextEditing('b');
    stored.stopTextEditing();
    expect([labelOf(stored), stored.canUndo]).to.eql(['Order\n', false]);
  });

  it('leaves no trace of an empty new text, made in the same edit or just before [E31]', () => {
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

  it('keeps other edits made while a text is left empty, which the user would lose [E31]', () => {
    for (const begin of ['before', 'within', 'none'] as const)
      for (const isNew of [true, false]) {
        const editor = makeTestEditor([makeTestBlock('a'), makeTestText('t', 'Hi')]);
        const before = editor.page;
        if (begin === 'before') editor.begin('Tidy up');
        const uuid = isNew ? (editor.add({ type: 'text' }).unwrap()[0] ?? '') : 't';
        if (begin === 'before') editor.update('a', { altText: 'kept' }).unwrap();
        editor.startTextEditing(uuid);
        if (begin === 'within') editor.begin();
        editor.setEditedText('');
        editor.update('a', { altText: 'kept' }).unwrap();
        editor.updatePage({ settings: { title: 'Kept' } }).unwrap();
        editor.stopTextEditing();
        expect(editor.isInProgress).to.equal(false);
        expect(editor.blocks.has(uuid), begin).to.equal(false);
        expect(editor.stablePage.things['a']?.altText, begin).to.equal('kept');
        expect(editor.fields.settings.title, begin).to.equal('Kept');
        expect(editor.history.entries.at(-1)?.label).to.equal(
          begin === 'before' ? 'Tidy up' : null,
        );
        while (editor.undo());
        expect(editor.page, begin).to.eql(before);
      }
  });

  it('keeps a text that was locked while it was left empty, as it was [E31, E24]', () => {
    const editor = makeTestEditor([makeTestBlock('a'), makeTestText('t', 'Hi')]);
    editor.startTextEditing('t');
    editor.setEditedText('');
    editor.update('a', { altText: 'kept' }).unwrap();
    editor.setLocked(true, 't');
    editor.stopTextEditing();
    expect(textOf(editor, 't')).to.equal('Hi');
    expect(editor.blocks.get('a')?.altText).to.equal('kept');
  });

  it('edits buttons and notes, whose text may be empty', () => {
    const button = makeTestBlock('b', {
      type: 'rich-button',
      content: { richButtonColor: 'red', richButtonText: { text: 'Go', bold: true } },
    });
    const note = makeTestBlock('n', {
      type: 'sticky-note',
      content: { stickyNoteColor: '#FFE56B', stickyNoteText: { text: 'Go', size: 20 } },
    });
    const editor = makeTestEditor([button, note]);
    for (const text of ['Stay', '']) {
      for (const uuid of ['b', 'n']) {
        editor.startTextEditing(uuid);
        editor.setEditedText(text);
        editor.stopTextEditing();
      }
      expect(editor.blocks.get('b')?.content).to.deep.include({
        richButtonText: { text, bold: true },
      });
      expect(editor.blocks.get('n')?.content).to.deep.include({
        stickyNoteText: { text, size: 20 },
      });
    }
  });

  it('refuses shapes, locked blocks and invalid documents', () => {
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

  it('refuses a text that arrives when editing has ended, so that the caller knows that it was not applied [E57]', () => {
    const editor = makeTestEditor([makeTestText('t', 'Hi')]);
    const reported: string[] = [];
    expect(editor.setEditedText('Early')).to.include({ ok: false, code: 'nothing_selected' });
    editor.startTextEditing('t');
    expect(editor.setEditedText('Hi you').ok).to.equal(true);
    editor.setLockedByOthers(['t']);
    editor.onRefusal((code) => reported.push(code));
    expect(editor.setEditedText('Hi you all')).to.include({ code: 'nothing_selected' });
    expect([textOf(editor, 't'), reported]).to.eql(['Hi', []]);
  });

  it('does not begin in a block that ending the text before discards, where typing would be lost [E57]', () => {
    const editor = makeTestEditor([makeTestText('t', 'Hi')]);
    const lost: string[] = [];
    editor.onRemovedByOthers(({ uuid }) => void lost.push(uuid));
    editor.onBeforeCommit(() => refuse('change_refused'));
    editor.startTextEditing('t');
    editor.setEditedText('Hi you');
    const [copy = ''] = editor.duplicate('t').unwrap();
    expect(editor.startTextEditing(copy)).to.equal(false);
    expect([editor.blocks.has(copy), editor.mode.name]).to.eql([false, 'layout']);
    expect([editor.isInProgress, lost]).to.eql([false, ['t']]);
  });

  it('ends on undo, reset and load', () => {
    const editor = makeTestEditor([makeTestText('t', 'Hi')]);
    editor.startTextEditing('t');
    editor.setEditedText('Hi you');
    expect(editor.undo()).to.equal(true);
    expect(textOf(editor, 't')).to.equal('Hi');
    editor.startTextEditing('t');
    editor.reset();
    expect(editor.mode.name).to.equal('layout');
    expect(editor.isInProgress).to.equal(false);
    const { page } = editor;
    editor.startTextEditing('t');
    editor.setEditedText('Hi you');
    editor.load(page);
    expect(editor.mode.name).to.equal('layout');
    expect(editor.isInProgress).to.equal(false);
    expect(textOf(editor, 't')).to.equal('Hi');
  });
});
