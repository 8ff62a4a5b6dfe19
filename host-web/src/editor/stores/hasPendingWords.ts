import type { Editor } from '@cobble/engine';

/**
 * Whether text is being edited and has changed: nothing of it is committed yet, but a person who
 * sees it takes it for done. Observable.
 */
export function hasPendingWords(editor: Editor): boolean {
  const { mode } = editor;
  if (mode.name !== 'text-editing' || !editor.isInProgress) return false;
  return editor.blocks.get(mode.block) !== editor.stablePage.things[mode.block];
}
