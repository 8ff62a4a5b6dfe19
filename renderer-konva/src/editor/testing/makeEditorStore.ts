import { createBlankPage, createEditor } from '@cobble/engine';
import { noAutosave } from './TestBrowser.ts';
import { translateEnglish } from '../messages/i18n.ts';
import { EditorStore } from '../stores/EditorStore.ts';

/**
 * The store of an editor on an empty page, and the notices that it has shown. Uploads and
 * publishing are not available.
 */
export function makeEditorStore(): { store: EditorStore; notices: string[] } {
  const notices: string[] = [];
  const at = '2026-01-01T00:00:00.000Z';
  const stored = { ID: 7, accountID: 1, site: { ID: 3, slug: 'ada' }, isDisabled: false };
  let ids = 0;
  const createId = () => `id-${String(++ids)}`;
  const draft = createBlankPage({ slug: 'main', createId });
  const editor = createEditor({
    page: { ...draft, ...stored, revision: 1, createdAt: at, updatedAt: at },
    environment: { createId, random: () => 0.5 },
  });
  const store = new EditorStore({
    editor,
    services: {
      notify: (notice) => {
        notices.push(notice);
      },
    },
    t: translateEnglish,
    autosave: noAutosave(editor),
    measureImage: () => Promise.reject(new Error('uploads are not available')),
  });
  return { store, notices };
}
