import { type BuiltinBlockOf, createEditor, refuse } from '@cobble/engine';
import { expect } from 'chai';
import { testPage } from '../testing/testPage.ts';
import { createStaged } from './useStaged.ts';

describe('createStaged', () => {
  const setUp = () => {
    const editor = createEditor({ page: testPage() });
    const staged = createStaged(editor);
    const setTitle = (title: string) =>
      staged.change(() => editor.updatePage({ settings: { title } }));
    return { editor, staged, setTitle };
  };

  it('leaves an edit alone that began after its own had ended, so that a drag goes on [ED25]', () => {
    for (const how of ['commit', 'cancel'] as const) {
      const { editor, staged, setTitle } = setUp();
      setTitle('Typed');
      editor.commit();
      const drag = editor.begin();
      staged[how]();
      expect(editor.isInProgress, how).to.equal(true);
      editor.commit(drag);
      expect(editor.fields.settings.title).to.equal('Typed');
    }
  });

  it('takes back its own edits only while a text is edited, or a size typed by mistake would stay [ED38]', () => {
    for (const how of ['commit', 'cancel'] as const) {
      const { editor } = setUp();
      const [uuid = ''] = editor.add({ type: 'sticky-note' }).unwrap();
      const note = () => {
        const { content } = editor.blocks.get(uuid) as BuiltinBlockOf<'sticky-note'>;
        return content.stickyNoteText;
      };
      const { size } = note();
      const entries = editor.history.entries.length;
      editor.startTextEditing(uuid);
      editor.setEditedText('Bread').unwrap();
      const staged = createStaged(editor);
      const setSize = (px: number) =>
        staged.change(() =>
          editor.update(uuid, { content: { stickyNoteText: { ...note(), size: px } } }).unwrap(),
        );
      setSize(10);
      setSize(40);
      staged[how]();
      expect(editor.isInProgress, how).to.equal(true);
      expect(note(), how).to.include({ text: 'Bread', size: how === 'commit' ? 40 : size });
      setSize(50);
      editor.stopTextEditing();
      expect(note().size, how).to.equal(50);
      expect(editor.history.entries.length, how).to.equal(entries + 1);
      const drag = editor.begin();
      setSize(60);
      staged.cancel();
      expect(editor.isInProgress, how).to.equal(true);
      expect(note().size, how).to.equal(50);
      editor.commit(drag);
    }
  });

  it('knows that its edits were refused, whoever committed them, so that what was typed can be kept [ED25]', () => {
    for (const isOurs of [true, false]) {
      const { editor, staged, setTitle } = setUp();
      const allow = editor.onBeforeCommit(() => refuse('change_refused'));
      setTitle('Typed');
      if (isOurs) staged.commit();
      else editor.commit();
      staged.commit();
      expect(staged.refusal()).to.equal('change_refused');
      allow();
      setTitle('Typed');
      staged.commit();
      editor.select([]);
      editor.remove([]);
      expect(staged.refusal()).to.equal(null);
      expect(editor.fields.settings.title).to.equal('Typed');
    }
  });
});
