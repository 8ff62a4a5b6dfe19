import type { Editor } from '@cobble/engine';
import { textEditingSessionOf } from '../../text-editing/TextEditingSession.ts';

/** Focuses the text being edited, with its selection unchanged, or else the canvas. */
export function focusCanvas(editor: Editor): void {
  const session = textEditingSessionOf(editor);
  // An empty patch changes nothing but returns the focus to the text.
  if (session) session.apply({});
  else
    document.querySelector<HTMLElement>('[data-cobble-scroller]')?.focus({ preventScroll: true });
}
