import { editedBlockOf, type Editor } from '@cobble/engine';

/**
 * Whether text is being edited and has uncommitted changes, which users expect to be published.
 * Observable.
 */
export function hasPendingText(editor: Editor): boolean {
  const block = editedBlockOf(editor.mode);
  if (block === null || !editor.isInProgress) return false;
  return editor.blocks.get(block) !== editor.stablePage.things[block];
}
