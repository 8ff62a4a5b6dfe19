import type { Editor } from '@cobble/engine';
import { useEffect, useMemo } from 'react';

/** Edits that are visible at once and become one history entry when committed. */
export interface Staged {
  /** Applies an edit; the first one begins the in-progress copy. */
  readonly change: (apply: () => void) => void;
  readonly commit: () => void;
  readonly cancel: () => void;
}

/** Creates staged edits. Ends only an in-progress copy that it began itself. */
export function createStaged(editor: Editor): Staged {
  let isOurs = false;
  const end = (how: 'commit' | 'cancel') => {
    if (isOurs && editor.isInProgress) editor[how]();
    isOurs = false;
  };
  return {
    change: (apply) => {
      // An in-progress copy that exists already (text being edited) includes the edit.
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

/** Staged edits that are committed when the control unmounts. */
export function useStaged(editor: Editor): Staged {
  const staged = useMemo(() => createStaged(editor), [editor]);
  useEffect(() => staged.commit, [staged]);
  return staged;
}
