import { editedBlockOf, type Editor } from '@cobble/engine';

/** Opacity of the cover over everything but the text or the strokes that are being edited. */
export const DIM_OPACITY = 0.45;

/**
 * Whether all blocks but one are dimmed. The drawing mode dims the page with a cover of its own.
 */
export function isDimmed(editor: Editor): boolean {
  return editedBlockOf(editor.mode) !== null;
}
