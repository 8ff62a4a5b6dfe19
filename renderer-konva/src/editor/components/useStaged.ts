import type { Editor, EditorRefusal } from '@cobble/engine';
import { useEffect, useMemo } from 'react';
import type { TextEditingSession } from '../../text-editing/TextEditingSession.ts';

/** Edits that are visible at once and become one history entry when committed. */
export interface Staged {
  /** Applies an edit; the first one begins the in-progress copy. Returns what `apply` does. */
  readonly change: <Value>(apply: () => Value) => Value;
  readonly commit: () => void;
  readonly cancel: () => void;
  /** Why the commit of the last edits was refused, which discarded them; null if it was not. */
  readonly refusal: () => EditorRefusal | null;
}

/** Creates staged edits. In an edit that is in progress already, they are a step of it. */
export function createStaged(editor: Editor): Staged {
  let mark: number | null = null;
  let refusal: EditorRefusal | null = null;
  let stopListening = () => {};
  // Publishing or someone else's lock may commit the edits, too.
  const listen = () => {
    const ended = () => {
      mark = null;
      stopListening();
    };
    const stops = [
      editor.onRefusal((code) => {
        if (editor.isInProgress) return;
        refusal = code;
        ended();
      }),
      editor.onChange((_, origin) => {
        if (origin === 'edit' && !editor.isInProgress) ended();
      }),
    ];
    stopListening = () => {
      for (const stop of stops) stop();
    };
  };
  const end = (how: 'commit' | 'cancel') => {
    // What is in progress now may be a later edit, such as a drag.
    if (mark !== null && editor.isInProgress) editor[how](mark);
    mark = null;
    stopListening();
  };
  return {
    change: (apply) => {
      refusal = null;
      if (mark === null || !editor.isInProgress) {
        stopListening();
        mark = editor.begin();
        listen();
      }
      return apply();
    },
    commit: () => {
      end('commit');
    },
    cancel: () => {
      end('cancel');
      refusal = null;
    },
    refusal: () => refusal,
  };
}

function stagedIn(session: TextEditingSession): Staged {
  return {
    change: (apply) => apply(),
    commit: () => {
      session.keepStaged();
    },
    cancel: () => {
      session.stage(null);
    },
    refusal: () => null,
  };
}

/**
 * Staged edits that are committed when the control unmounts.
 *
 * @param session for styles of the text that is being edited: `change` must be given a function that
 *   calls its `stage`, and what is committed is one step for undo in that text
 */
export function useStaged(editor: Editor, session: TextEditingSession | null = null): Staged {
  const staged = useMemo(
    () => (session ? stagedIn(session) : createStaged(editor)),
    [editor, session],
  );
  useEffect(() => staged.commit, [staged]);
  return staged;
}
