import type { Editor } from '@cobble/engine';
import { useEffect, useRef } from 'react';
import { focusCanvas } from './focusCanvas.ts';

/**
 * Gives the focus to the canvas when a dialog has closed that nobody had opened by a button, which
 * would have it back: so that the next key, and a screen reader, have a place to go on from.
 */
export function useFocusAfterDialog(editor: Editor, isOpen: boolean): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (!hasClosed) return undefined;
    // The dialog gives the focus back a moment after it is gone.
    const timer = setTimeout(() => {
      const { activeElement } = document;
      if (!activeElement || activeElement === document.body) focusCanvas(editor);
    });
    return () => {
      clearTimeout(timer);
    };
  }, [editor, isOpen]);
}
