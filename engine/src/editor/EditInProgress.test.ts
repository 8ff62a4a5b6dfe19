import { expect } from 'chai';
import { reaction } from 'mobx';
import { asBuiltin } from '../blocks/builtinBlocks.ts';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import type { Editor } from './Editor.ts';

/** An editor with two notes and an empty history. */
function make(): Editor {
  const editor = makeTestEditor();
  for (const uuid of ['a', 'b']) editor.add({ type: 'sticky-note', uuid }).unwrap();
  editor.load(editor.page);
  return editor;
}

const altOf = (editor: Editor, uuid: string) => editor.blocks.get(uuid)?.altText;

const textOf = (editor: Editor, uuid: string): string => {
  const block = asBuiltin(editor.blocks.get(uuid) ?? expect.fail(uuid));
  return block?.type === 'sticky-note' ? block.content.stickyNoteText.text : expect.fail(uuid);
};

describe('a MobX reaction that ends the edit in progress', () => {
  const edits: Readonly<Record<string, (editor: Editor) => unknown>> = {
    update: (editor) => editor.update('a', { altText: 'mine' }).unwrap(),
    stage(editor) {
      editor.stage({ altText: 'mine' }, 'a').unwrap();
      editor.commit();
    },
    setEditedText(editor) {
      editor.startTextEditing('a');
      editor.commit();
      editor.setEditedText('mine').unwrap();
      editor.stopTextEditing();
    },
  };
  for (const [name, edit] of Object.entries(edits))
    for (const end of ['commit', 'cancel'] as const)
      it(`does not keep ${name} from being reported and undone: ${end} [E54]`, () => {
        const editor = make();
        const { things } = editor.stablePage;
        let reported = 0;
        editor.onChange(() => (reported += 1));
        const stop = reaction(
          () => editor.isInProgress,
          () => editor[end](),
        );
        edit(editor);
        stop();
        const isChanged = editor.stablePage.things.a !== things.a;
        expect([reported, editor.history.position]).to.eql(isChanged ? [1, 1] : [0, 0]);
        expect(editor.isInProgress).to.equal(false);
        if (isChanged) editor.undo();
        expect(editor.stablePage.things).to.eql(things);
      });

  it('does not see an edit made by one call before it is committed [E54]', () => {
    const editor = make();
    const seen: unknown[] = [];
    const stop = reaction(
      () => [editor.isInProgress, altOf(editor, 'a')],
      (value) => seen.push(value),
    );
    editor.update('a', { altText: 'mine' }).unwrap();
    stop();
    expect(seen).to.eql([[false, 'mine']]);
  });
});

describe('a listener that begins an edit when another is committed', () => {
  /** Stages an edit of 'b' when the next change is reported, as a panel with a preview would. */
  function stageOnChange(editor: Editor): void {
    const stop = editor.onChange(() => {
      stop();
      editor.stage({ altText: 'preview' }, 'b').unwrap();
    });
  }

  /** An editor with a committed edit, typed text that is not committed, and the listener. */
  function makeTyping(): Editor {
    const editor = make();
    editor.update('a', { altText: 'first' }).unwrap();
    editor.startTextEditing('a');
    editor.setEditedText('typed').unwrap();
    stageOnChange(editor);
    return editor;
  }

  it('does not make an undo part of its edit when the undo commits the previous one [H16]', () => {
    const editor = make();
    editor.update('a', { altText: 'first' }).unwrap();
    editor.begin();
    editor.update('a', { altText: 'second' }).unwrap();
    stageOnChange(editor);
    expect(editor.undo()).to.equal(true);
    expect(editor.stablePage.things['a']?.altText).to.equal('first');
    editor.cancel();
    expect([altOf(editor, 'a'), editor.history.position]).to.eql(['first', 1]);
  });

  it('does not make the undo of a text, a jump or a redo part of its edit either [H16]', () => {
    const undone = makeTyping();
    expect(undone.undo()).to.equal(true);
    expect(textOf(undone, 'a')).to.equal('');
    expect([altOf(undone, 'b'), undone.isInProgress]).to.eql(['preview', true]);
    undone.cancel();
    expect([textOf(undone, 'a'), undone.history.position]).to.eql(['', 1]);

    const jumped = makeTyping();
    expect(jumped.jumpTo(null)).to.equal(true);
    jumped.cancel();
    expect([altOf(jumped, 'a'), jumped.history.position]).to.eql([undefined, 0]);

    const redone = make();
    redone.update('a', { altText: 'first' }).unwrap();
    redone.undo();
    redone.begin();
    stageOnChange(redone);
    expect(redone.redo()).to.equal(true);
    redone.cancel();
    expect([altOf(redone, 'a'), redone.history.position]).to.eql(['first', 1]);
  });

  it('does not make a page replacement that ends text editing part of its edit [H16]', () => {
    const editor = makeTyping();
    const { settings, style, things } = editor.stablePage;
    editor.replacePage({ settings: { ...settings, title: 'New' }, style, things }).unwrap();
    expect(editor.history.entries.map(({ type }) => type)).to.eql(['Things', 'Things', 'Full']);
    editor.cancel();
    expect(editor.stablePage.settings.title).to.equal('New');
  });

  it('does not leave its edit without a mode when drawing or a tool ends text editing [H16]', () => {
    for (const start of ['startDrawing', 'startTool'] as const) {
      const editor = make();
      editor.startTextEditing('a');
      editor.setEditedText('typed').unwrap();
      const stop = editor.onChange(() => {
        stop();
        editor.startTextEditing('b');
      });
      if (start === 'startDrawing') editor.startDrawing();
      else editor.startTool({ name: 'stamp', handle: () => undefined });
      expect([editor.mode.name, editor.isInProgress], start).to.eql(['inline-text-editing', true]);
      editor.setEditedText('more').unwrap();
      editor.stopTextEditing();
      expect([textOf(editor, 'a'), textOf(editor, 'b')], start).to.eql(['typed', 'more']);
      expect(editor.isInProgress).to.equal(false);
    }
  });

  it('does not add a drawing twice when it ends drawing [H16]', () => {
    const editor = make();
    editor.startDrawing();
    for (const [type, x] of [
      ['pointerdown', 0.2],
      ['pointermove', 0.4],
      ['pointerup', 0.4],
    ] as const)
      editor.dispatch({ type, x, y: 0.2, pxPerUnit: 600 });
    const stop = editor.onChange(() => {
      stop();
      editor.stopDrawing();
    });
    editor.commitDrawing().unwrap();
    expect([...editor.blocks.values()].filter(({ type }) => type === 'drawing')).to.have.length(1);
  });
});
