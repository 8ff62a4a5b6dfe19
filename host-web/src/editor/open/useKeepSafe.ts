import { useEffect } from 'react';
import type { EditorStore } from '../stores/EditorStore.ts';
import { hasPendingWords } from '../stores/hasPendingWords.ts';

/** Writes what waits before the tab may go, and asks before unsaved changes are left. */
export function useKeepSafe(store: EditorStore): void {
  useEffect(() => {
    const keep = () => {
      if (hasPendingWords(store.editor)) store.keepPending();
      store.autosave.flush();
    };
    const ask = (event: BeforeUnloadEvent) => {
      keep();
      if (store.hasUnsavedChanges) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    window.addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', keep);
    return () => {
      window.removeEventListener('beforeunload', ask);
      window.removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keep);
    };
  }, [store]);
}
