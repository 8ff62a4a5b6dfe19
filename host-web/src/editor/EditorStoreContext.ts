import { createContext, use } from 'react';
import type { EditorStore } from './stores/EditorStore.ts';

/** Hands the store of the page on screen to the chrome. */
export const EditorStoreContext = createContext<EditorStore | null>(null);

/** The store of the page on screen; only inside `EditorScreen`. */
export function useEditorStore(): EditorStore {
  const store = use(EditorStoreContext);
  if (!store) throw new Error('useEditorStore is for components inside EditorScreen');
  return store;
}
