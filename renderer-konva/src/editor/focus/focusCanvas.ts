import type { Editor } from '@cobble/engine';
import { textEditingSessionOf } from '../../text-editing/TextEditingSession.ts';

/**
 * Gives the focus to where the next key belongs: the words being edited, their selection as it was,
 * or else the canvas.
 */
export function focusCanvas(editor: Editor): void {
  const session = textEditingSessionOf(editor);
  // A patch of nothing changes nothing, and gives the focus back to the text.
  if (session) session.apply({});
  else
    document.querySelector<HTMLElement>('[data-cobble-scroller]')?.focus({ preventScroll: true });
}
