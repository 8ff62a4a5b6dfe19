import { useEffect, useRef } from 'react';
import type { EditorStore } from '../stores/EditorStore.ts';
import { focusCanvas } from './focusCanvas.ts';

/**
 * Focuses the canvas when a dialog closes and nothing has the focus. A button that opened a dialog
 * gets its focus back.
 */
export function useFocusAfterDialog(store: EditorStore, isOpen: boolean): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (!hasClosed) return undefined;
    // The dialog returns the focus shortly after it is removed.
    const timer = setTimeout(() => {
      const { activeElement } = document;
      if (!activeElement || activeElement === document.body) focusCanvas(store);
    });
    return () => {
      clearTimeout(timer);
    };
  }, [store, isOpen]);
}
