import type { Editor } from '@cobble/engine';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Ends text editing and drawing, which commits them, when the component unmounts or gets another
 * editor: the user has no field to go on typing in, and a host that stores the committed page would
 * miss the text. Strokes that cannot be added to the page stay in the editor.
 *
 * React cleans up a parent's effects before its children's, so a child of the component that observes
 * the page in an effect gets the text.
 */
export function useEndOfEditing(editor: Editor): void {
  useEffect(() => endLater(editor), [editor]);
}

/**
 * The same for the editor of a room, earlier: before the effects of the component's parents end. A
 * host may close the room's client in one of them, which then shares nothing more.
 */
export function useEndOfEditingInRoom(editor: Editor, isShared: boolean): void {
  const isSharedNow: RefObject<boolean> = useRef(isShared);
  useLayoutEffect(() => {
    isSharedNow.current = isShared;
  });
  useLayoutEffect(() => {
    const end = endLater(editor);
    return () => {
      if (isSharedNow.current) end();
    };
  }, [editor]);
}

/** Returns a function that ends text editing and drawing when the component unmounts. */
function endLater(editor: Editor): () => void {
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
}
