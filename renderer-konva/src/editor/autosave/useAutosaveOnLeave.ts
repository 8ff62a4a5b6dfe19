import { useEffect } from 'react';
import type { EditorStore } from '../stores/EditorStore.ts';

/**
 * Stores unpublished changes before the tab may close, and asks before the user leaves what would be
 * lost. When another tab deletes or replaces this tab's copy, this one stores its changes again.
 */
export function useAutosaveOnLeave(store: EditorStore): void {
  useEffect(() => {
    const saveNow = () => {
      store.saveNow();
    };
    const confirmLeave = (event: BeforeUnloadEvent) => {
      saveNow();
      if (store.hasUnsavedChanges) event.preventDefault();
    };
    const saveAgain = (key: string | null) => {
      const hasChanges = store.hasUnsavedChanges || store.needsCopy;
      if (!store.autosave.isReplaced(key) || !hasChanges) return;
      store.saveLocally();
      store.saveNow();
    };
    const leave = () => {
      store.leave();
    };
    const onStorage = (event: StorageEvent) => {
      saveAgain(event.key);
    };
    // A page that the browser has kept for the Back button missed the events.
    const onShow = () => {
      saveAgain(null);
    };
    window.addEventListener('storage', onStorage);
    window.addEventListener('pageshow', onShow);
    window.addEventListener('beforeunload', confirmLeave);
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', saveNow);
    return () => {
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('pageshow', onShow);
      window.removeEventListener('beforeunload', confirmLeave);
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', saveNow);
    };
  }, [store]);
}
