import { createBlankPage, createEditor, type PastedData, routePaste } from '@cobble/engine';
import { expect } from 'chai';
import { AutosaveStore } from '../stores/AutosaveStore.ts';
import { EditorStore } from '../stores/EditorStore.ts';
import { pasteInView } from './pasteInView.ts';

/** An editor's screen on an empty page, and what it says. Nothing here is uploaded or published. */
function makeStore(): { store: EditorStore; said: string[] } {
  const said: string[] = [];
  const at = '2026-01-01T00:00:00.000Z';
  const stored = { ID: 7, accountID: 1, site: { ID: 3, slug: 'ada' }, isDisabled: false };
  let ids = 0;
  const createId = () => `id-${String(++ids)}`;
  const draft = createBlankPage({ slug: 'main', createId });
  const store = new EditorStore({
    editor: createEditor({
      page: { ...draft, ...stored, revision: 1, createdAt: at, updatedAt: at },
      environment: { createId, random: () => 0.5 },
    }),
    services: {} as never,
    notify: (words) => {
      said.push(words);
    },
    autosave: new AutosaveStore({ storage: null, now: () => 0, onProblem: () => undefined }),
    measureImage: () => Promise.reject(new Error('there are no pictures here')),
    account: { roles: [] },
  });
  return { store, said };
}

function paste(store: EditorStore, data: PastedData<File>): void {
  const { editor } = store;
  const where = { isEditing: store.isEditing, canEdit: true, isTyping: false, kits: editor.kits };
  const route = routePaste(data, where);
  if (!route.ok) throw new Error(route.code);
  pasteInView(store, route.value);
}

describe('pasteInView', () => {
  const cases: readonly [text: string, type: string, words: string][] = [
    ['https://instagram.com/mira', 'rich-button', 'Link detected. Creating button...'],
    ['https://example.org/cat.png', 'rich-button', 'Link detected. Creating button...'],
    ['https://youtu.be/dQw4w9WgXcQ', 'youtube', 'YouTube link detected. Creating embed...'],
    [
      'https://media.giphy.com/media/3o7TKSjRrfIPjeiVyM/giphy.gif',
      'gif',
      'GIPHY link detected. Creating embed...',
    ],
    [
      '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>',
      'youtube',
      'Creating embed...',
    ],
    ['Bread and honey', 'text', '1 block pasted'],
  ];
  for (const [text, type, words] of cases)
    it(`makes a ${type} of ${text}, and says so`, () => {
      const { store, said } = makeStore();
      paste(store, { text });
      expect(store.editor.selectedBlocks.map((block) => block.type)).to.eql([type]);
      expect(said).to.eql([words]);
      expect(store.editor.undo()).to.equal(true);
      expect(store.editor.canUndo, 'one step of the history').to.equal(false);
    });

  it('pastes blocks as they were copied, and tells how many', () => {
    const { store, said } = makeStore();
    const { editor } = store;
    editor.add([{ type: 'shape' }, { type: 'sticky-note' }]);
    paste(store, { text: editor.copy() ?? '' });
    expect(said).to.eql(['2 blocks pasted']);
    expect(editor.blocks.size).to.equal(5);
  });

  it('tells why a copy is refused', () => {
    const { store, said } = makeStore();
    const copy = '<!--cobble-blocks-start-->{}<!--cobble-blocks-end-->';
    paste(store, { text: copy });
    paste(store, { text: copy.replace('{}', '{"format":2,"editorVersion":"9.0.0"}') });
    expect(said).to.eql([
      'What was copied cannot be pasted here.',
      'These blocks were copied in a newer version. Refresh the page, then paste again.',
    ]);
  });
});
