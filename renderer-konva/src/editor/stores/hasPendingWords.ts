import { editedBlockOf, type Editor } from '@cobble/engine';

/**
 * Whether text is being edited and has changed: nothing of it is committed yet, but a person who
 * sees it takes it for done. Observable.
 */
export function hasPendingWords(editor: Editor): boolean {
  const block = editedBlockOf(editor.mode);
  if (block === null || !editor.isInProgress) return false;
  return editor.blocks.get(block) !== editor.stablePage.things[block];
}
