import type { Editor, Page } from '@cobble/engine';

/** Pages that were loaded from this browser's copy. */
const recovered = new WeakSet<Page>();

/** Notes that an editor's page has just been loaded from this browser's copy. */
export function noteRecovery(editor: Editor): void {
  recovered.add(editor.stablePage);
}

/**
 * Whether the user has changed or recovered an editor's page since the host loaded it. For a
 * component that mounts again and did not see who made the changes on the page.
 */
export function hasOwnChanges(editor: Editor): boolean {
  // Loading a page clears its history.
  return editor.canUndo || editor.canRedo || recovered.has(editor.stablePage);
}
