import { editedBlockOf, type Editor } from '@cobble/engine';

/** How much of what is not being edited fades while text is. */
export const DIM = 0.45;

/** Whether all but one block is faded now. Drawing dims the page by itself, above all of it. */
export function isDimmed(editor: Editor): boolean {
  return editedBlockOf(editor.mode) !== null;
}
