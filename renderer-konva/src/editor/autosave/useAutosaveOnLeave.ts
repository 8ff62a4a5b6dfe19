import { useEffect } from 'react';
import type { EditorStore } from '../stores/EditorStore.ts';
import { autosaveKey } from './AutosaveStore.ts';
import { hasPendingText } from '../stores/hasPendingText.ts';

/**
 * Stores unpublished changes before the tab may close, and asks before the user leaves them. When
 * another tab deletes the page's local copy, this tab stores its own changes again.
 */
export function useAutosaveOnLeave(store: EditorStore): void {
  useEffect(() => {
    const saveNow = () => {
      if (hasPendingText(store.editor)) store.saveInProgress();
      store.autosave.flush();
    };
    const confirmLeave = (event: BeforeUnloadEvent) => {
      saveNow();
      if (store.hasUnsavedChanges) event.preventDefault();
    };
    const saveAgain = (event: StorageEvent) => {
      const isGone = event.key === autosaveKey(store.editor.fields.ID) && event.newValue === null;
      if (!isGone || !store.hasUnsavedChanges) return;
      store.saveInProgress();
      store.autosave.flush();
    };
    window.addEventListener('storage', saveAgain);
    window.addEventListener('beforeunload', confirmLeave);
    window.addEventListener('pagehide', saveNow);
    document.addEventListener('visibilitychange', saveNow);
    return () => {
      window.removeEventListener('storage', saveAgain);
      window.removeEventListener('beforeunload', confirmLeave);
      window.removeEventListener('pagehide', saveNow);
      document.removeEventListener('visibilitychange', saveNow);
    };
  }, [store]);
}
