import { createBlankPage, createEditor, type Editor } from '@cobble/engine';
import { expect } from 'chai';
import { readingOrder } from './readingOrder.ts';

function makeEditor(): Editor {
  let ids = 0;
  const createId = (): string => `id-${String(++ids)}`;
  const draft = createBlankPage({ slug: 'main', createId });
  const page = {
    ...draft,
    ID: 1,
    site: { ID: 1, slug: 'ada' },
    accountID: 1,
    isDisabled: false,
    createdAt: '',
    updatedAt: '',
    revision: 0,
  };
  const editor = createEditor({ page, environment: { createId } });
  for (const [uuid, x, y] of [
    ['right', 0.6, 0.1],
    ['left', 0.1, 0.11],
    ['below', 0.1, 0.5],
  ] as const)
    editor.add({ uuid, type: 'shape', position: { x, y, width: 0.2, height: 0.2 } });
  return editor;
}

describe('the reading order of the canvas', () => {
  const ids = (editor: Editor): string[] => readingOrder(editor).map(({ uuid }) => uuid);

  it('goes by rows from the left, or as the author set it', () => {
    const editor = makeEditor();
    expect(ids(editor)).to.deep.equal(['left', 'right', 'below']);
    editor.setReadingOrder(editor.sectionIds[0] ?? '', ['below', 'left']);
    expect(ids(editor)).to.deep.equal(['below', 'right', 'left']);
  });

  it('is the order of Tab: whole columns, and from the right where the language runs so', () => {
    const editor = makeEditor();
    const tabbed = (): string[] =>
      ids(editor).map((_, turn) => {
        if (turn === 0) editor.clearSelection();
        editor.dispatch({ type: 'keydown', key: 'Tab' });
        return [...editor.selection].join();
      });
    editor.add({
      uuid: 'under-right',
      type: 'shape',
      position: { x: 0.6, y: 0.4, width: 0.2, height: 0.3 },
    });
    expect(ids(editor)).to.deep.equal(['left', 'right', 'below', 'under-right']);
    expect(tabbed()).to.deep.equal(ids(editor));
    editor.updatePage({ settings: { lang: 'he' } });
    expect(ids(editor)).to.deep.equal(['right', 'left', 'under-right', 'below']);
    expect(tabbed()).to.deep.equal(ids(editor));
  });
});
