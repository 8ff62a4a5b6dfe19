import { textEditingSessionOf } from '../../text-editing/TextEditingSession.ts';
import type { EditorStore } from '../stores/EditorStore.ts';

/** Focuses the text being edited, with its selection unchanged, or else the canvas. */
export function focusCanvas({ editor, region }: Pick<EditorStore, 'editor' | 'region'>): void {
  const session = textEditingSessionOf(editor);
  // An empty patch changes nothing but returns the focus to the text.
  if (session) session.apply({});
  else region.focusCanvas();
}
