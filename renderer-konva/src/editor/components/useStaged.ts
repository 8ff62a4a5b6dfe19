import type { Editor } from '@cobble/engine';
import { useEffect, useMemo } from 'react';

/** Edits that show at once and become one entry of the history when they are settled. */
export interface Staged {
  /** Applies an edit; the first one begins the in-progress copy. */
  readonly change: (apply: () => void) => void;
  readonly commit: () => void;
  readonly cancel: () => void;
}

/** Makes a stage for edits; it knows whether the in-progress copy is its own. */
export function createStaged(editor: Editor): Staged {
  let isOurs = false;
  const end = (how: 'commit' | 'cancel') => {
    if (isOurs && editor.isInProgress) editor[how]();
    isOurs = false;
  };
  return {
    change: (apply) => {
      // What is under way already (text being edited) takes the edit along.
      if (!editor.isInProgress) {
        editor.begin();
        isOurs = true;
      }
      apply();
    },
    commit: () => {
      end('commit');
    },
    cancel: () => {
      end('cancel');
    },
  };
}

/** A stage that commits when its control goes away. */
export function useStaged(editor: Editor): Staged {
  const staged = useMemo(() => createStaged(editor), [editor]);
  useEffect(() => staged.commit, [staged]);
  return staged;
}
