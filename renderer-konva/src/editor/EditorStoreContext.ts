import { createContext, use, useEffect } from 'react';
import type { EditorSession } from './stores/EditorSession.ts';
import type { EditorStore } from './stores/EditorStore.ts';

/** Provides the store of the page to the editor's components. */
export const EditorStoreContext = createContext<EditorStore | null>(null);

/** Returns the store of the page. @throws outside of `<CobbleEditor/>` */
export function useEditorStore(): EditorStore {
  const store = use(EditorStoreContext);
  if (!store) throw new Error('Use this hook inside <CobbleEditor/>');
  return store;
}

/**
 * Returns the editor around a component, for children of `<CobbleEditor/>`. Read its observable
 * values in an observer of mobx-react-lite.
 *
 * @throws outside of `<CobbleEditor/>`
 */
export function useCobbleEditor(): EditorSession {
  return useEditorStore();
}

/**
 * Tells the editor that the host has a modal dialog open over it: keys do nothing on the page until
 * it is closed, and the focus then returns to the canvas.
 */
export function useHostDialog(isOpen: boolean): void {
  const store = useEditorStore();
  useEffect(() => {
    store.setHostDialog(isOpen);
    return () => {
      store.setHostDialog(false);
    };
  }, [store, isOpen]);
}
