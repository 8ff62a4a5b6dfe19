import { type Change, editedBlockOf, type Editor, equalJson } from '@cobble/engine';
import { isInGesture } from '../keyboard/isInGesture.ts';

/** What is in progress outside of pointer gestures; null if nothing is changed. Observable. */
export function progressIn(editor: Editor): Change | null {
  if (!editor.isInProgress || isInGesture(editor)) return null;
  const { progress } = editor;
  const { added, updated, removed, page } = progress;
  const isChanged = [added, updated, removed].some((records) => Object.keys(records).length > 0);
  return isChanged || page ? progress : null;
}

/**
 * Whether there is uncommitted work that users expect to be published: text being edited that has
 * changed, strokes that are not a block yet, or what a popup has changed. Observable.
 */
export function hasUncommittedWork(editor: Editor): boolean {
  if ((editor.drawing?.strokes.length ?? 0) > 0) return true;
  const block = editedBlockOf(editor.mode);
  if (block === null) return editor.mode.name === 'layout' && progressIn(editor) !== null;
  if (!editor.isInProgress) return false;
  // What was typed may have been deleted again.
  return !equalJson(editor.blocks.get(block), editor.stablePage.things[block]);
}

/**
 * More steps than a popup begins. The limit keeps a loop of commits from running for ever in a function
 * of `Editor.run` or a hook, where commits are ignored.
 */
const MAX_STEPS = 100;

/**
 * Ends all modes, as `Editor.reset` does, but commits what a popup has in progress.
 *
 * @throws CobbleError `input_invalid` where `Editor.reset` throws, as in a hook
 */
export function commitUncommittedWork(editor: Editor): void {
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    if (editor.mode.name !== 'layout' || !editor.isInProgress) break;
    editor.commit();
  }
  editor.reset();
}
