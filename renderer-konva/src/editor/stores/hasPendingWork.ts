import { editedBlockOf, type Editor } from '@cobble/engine';

/**
 * Whether there is uncommitted work that users expect to be published: text being edited that has
 * changed, or strokes that are not a block yet. Observable.
 */
export function hasPendingWork(editor: Editor): boolean {
  if ((editor.drawing?.strokes.length ?? 0) > 0) return true;
  const block = editedBlockOf(editor.mode);
  if (block === null || !editor.isInProgress) return false;
  return editor.blocks.get(block) !== editor.stablePage.things[block];
}
