import { createContext, use } from 'react';
import type { EditorStore } from './stores/EditorStore.ts';

/** Provides the store of the page to the editor's components. */
export const EditorStoreContext = createContext<EditorStore | null>(null);

/** Returns the store of the page. @throws outside of `<CobbleEditor/>` */
export function useEditorStore(): EditorStore {
  const store = use(EditorStoreContext);
  if (!store) throw new Error('Use this hook inside <CobbleEditor/>');
  return store;
}
