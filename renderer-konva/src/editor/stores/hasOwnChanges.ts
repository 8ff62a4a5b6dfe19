import type { Editor } from '@cobble/engine';
import { reaction } from 'mobx';

/** Editors whose page was loaded from this browser's copy and has not been published since. */
const recovered = new WeakSet<Editor>();

/** Notes that an editor's page has just been loaded from this browser's copy. */
export function noteRecovery(editor: Editor): void {
  recovered.add(editor);
  const forget = () => {
    recovered.delete(editor);
    stopLoads();
    stopPublishes();
  };
  // Only the editor refers to these, so they are garbage-collected with it.
  const stopLoads = editor.onChange((_, origin) => {
    if (origin === 'load') forget();
  });
  const stopPublishes = reaction(
    () => editor.hasPublishableChanges,
    (hasChanges) => {
      if (!hasChanges) forget();
    },
  );
}

/**
 * Whether the user has changed or recovered an editor's page since the host loaded it. For a
 * component that mounts again and did not see who made the changes on the page.
 */
export function hasOwnChanges(editor: Editor): boolean {
  // Loading a page clears its history.
  return editor.history.entries.length > 0 || recovered.has(editor);
}
