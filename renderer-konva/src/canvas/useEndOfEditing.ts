import type { Editor } from '@cobble/engine';
import { useEffect } from 'react';

/**
 * Ends text editing and drawing, which commits them, when the component unmounts or gets another
 * editor: the user has no field to go on typing in, and a host that stores the committed page would
 * miss the text. Strokes that cannot be added to the page stay in the editor.
 *
 * React cleans up a parent's effects before its children's, so a child of the component that observes
 * the page in an effect gets the text.
 */
export function useEndOfEditing(editor: Editor): void {
  useEffect(() => {
    // In strict mode, React unmounts a component once in the task that has mounted it. What the host
    // started before must go on.
    let isMounting = true;
    queueMicrotask(() => {
      isMounting = false;
    });
    return () => {
      if (isMounting) return;
      editor.stopTextEditing();
      editor.stopDrawing();
    };
  }, [editor]);
}
