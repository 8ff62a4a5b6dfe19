import { expect } from 'chai';
import { reaction } from 'mobx';
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
      it(`leaves no ${name} that nobody is told about and undo does not revert: ${end} [E54]`, () => {
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

  it('does not see the page before a single edit is committed [E54]', () => {
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
