import { createEditor } from '@cobble/engine';
import { expect } from 'chai';
import { testPage } from '../testing/testPage.ts';
import { commitUncommittedWork } from './editsInProgress.ts';

describe('uncommitted work', () => {
  it('is committed with all of its steps', () => {
    const editor = createEditor({ page: testPage() });
    editor.begin();
    editor.updatePage({ settings: { title: 'Cups' } }).unwrap();
    editor.begin();
    editor.updatePage({ settings: { description: 'Bowls' } }).unwrap();
    commitUncommittedWork(editor);
    expect(editor.stablePage.settings).to.include({ title: 'Cups', description: 'Bowls' });
  });

  it('does not hang the page of a host that publishes in the function of run or in a hook', () => {
    const editor = createEditor({ page: testPage() });
    const outcomes: string[] = [];
    const commit = () => {
      try {
        commitUncommittedWork(editor);
        outcomes.push('ended');
      } catch (error) {
        outcomes.push((error as { readonly code?: string }).code ?? String(error));
      }
    };
    const stop = editor.onBeforeCommit(() => {
      commit();
      return null;
    });
    editor.updatePage({ settings: { title: 'Cups' } });
    stop();
    editor.run(() => {
      editor.updatePage({ settings: { title: 'Bowls' } });
      commit();
    });
    expect(outcomes).to.have.length(2);
  });
});
