import { createEditor, refuse } from '@cobble/engine';
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
