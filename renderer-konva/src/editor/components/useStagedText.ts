import type { EditorRefusal } from '@cobble/engine';
import { when } from 'mobx';
import { useEffect, useRef, useState } from 'react';
import { useEditorStore } from '../EditorStoreContext.ts';
import type { EditorStore } from '../stores/EditorStore.ts';

/** Options of {@link useStagedText}. */
export interface StagedTextOptions {
  /** Names the field among all of the page: its block's id, or `page`, a slash and its own name. */
  readonly id: string;
  /** The label of the field, for notices. */
  readonly label: string;
  /**
   * Whether a notice can open the field again: with the same selection, by a button that has its id
   * in `data-cobble-opens`. Default: true.
   */
  readonly canReopen?: boolean;
  /** The text when the field appears. */
  readonly value: string;
  /** What is wrong with a text, as a message for the user; default: no text has a problem. */
  readonly problemOf?: (text: string) => string | null;
  /**
   * Called with each text that is typed, so that it is part of the edit in progress: it is then
   * stored with the page, published, and asked about when the user leaves.
   *
   * @param isValid whether it has no problem; if not, an earlier text must be taken back
   * @returns why the edit was refused, of which the user has been notified; null if it was not
   */
  readonly onText: (text: string, isValid: boolean) => EditorRefusal | null;
  /** Returns why the edit in progress was refused when it was committed; default: never. */
  readonly refusal?: () => EditorRefusal | null;
  /** Called on Escape; without it, Escape keeps the text. */
  readonly onEscape?: () => void;
}

/** A text that is being typed in a popup. */
export interface StagedText {
  readonly text: string;
  readonly problem: string | null;
  readonly setText: (text: string) => void;
  /** Applies a refused text again. Called when the user confirms the field. */
  readonly retry: () => void;
  /** Discards the text, even one with a problem, and calls `onEscape`. */
  readonly drop: () => void;
}

/**
 * The text of a field in a popup or dialog. It is part of the edit in progress as soon as it is typed,
 * so that it is not lost however the popup closes. A text with a problem, or one whose edit was
 * refused, is not part of it and counts as unsaved: the user is notified, and the field shows the
 * text and the reason when it appears the next time.
 */
export function useStagedText(options: StagedTextOptions): StagedText {
  const { id, value } = options;
  const store = useEditorStore();
  const [kept] = useState(() => {
    const unsaved = store.unsavedTexts.get(id);
    const isForValue = unsaved?.refusal !== null || unsaved.value === value;
    return unsaved && isForValue ? unsaved : null;
  });
  const [text, setText] = useState(kept?.text ?? value);
  const [initial] = useState(value);
  const [selection] = useState(() => [...store.editor.selection]);
  const [reason, setReason] = useState(kept?.refusal ?? null);
  /** Why the last text that was typed is not part of the edit in progress. */
  const refused = useRef<EditorRefusal | null>(null);
  const problemOf = options.problemOf ?? (() => null);
  const isTyped = useRef(false);
  const isDropped = useRef(false);
  const drop = () => {
    isDropped.current = true;
    store.setUnsavedText(id, null);
    options.onEscape?.();
  };
  const setTyped = (typed: string) => {
    isTyped.current = true;
    isDropped.current = false;
    setText(typed);
    const hasProblem = problemOf(typed) !== null;
    refused.current = options.onText(typed, !hasProblem);
    setReason(refused.current);
    const isUnsaved = hasProblem || refused.current !== null;
    const unsaved = { text: typed, value: initial, refusal: refused.current };
    store.setUnsavedText(id, isUnsaved ? unsaved : null);
  };
  const latest = useRef({ ...options, text, drop });
  useEffect(() => {
    latest.current = { ...options, text, drop };
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // Then Escape ends the composition.
      if (event.isComposing) return;
      if (event.key === 'Escape' && latest.current.onEscape) latest.current.drop();
    };
    // Runs before the popup's listener on the document, which closes the popup.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true });
      const last = latest.current;
      if (!isTyped.current || isDropped.current) return;
      const problem = last.problemOf?.(last.text) ?? null;
      const refusal = refused.current ?? last.refusal?.() ?? null;
      if (problem === null && refusal === null) return;
      store.setUnsavedText(id, { text: last.text, value: initial, refusal });
      // The user knows about refusals already, and the field of a deleted block is gone.
      if (problem === null || !store.isUnsaved(id)) return;
      const reopen = () => {
        reopenField(store, id, selection);
      };
      store.notify(store.t('stagedText.notSaved', { field: last.label, problem }), {
        kind: 'error',
        durationMs: NOTICE_MS,
        signal: untilSettled(store, id),
        ...(last.canReopen !== false && {
          action: { label: store.t('stagedText.edit'), run: reopen },
        }),
      });
    };
  }, [store, id, initial, selection]);
  return {
    text,
    problem: problemOf(text) ?? (reason === null ? null : store.refusalMessage(reason)),
    setText: setTyped,
    retry: () => {
      const isRefused = reason !== null || (options.refusal?.() ?? null) !== null;
      if (isRefused && !isDropped.current) setTyped(text);
    },
    drop,
  };
}

const NOTICE_MS = 7000;

/** Aborted if a rejected text is corrected or dropped, or its block is deleted, while its notice is shown. */
function untilSettled(store: EditorStore, id: string): AbortSignal {
  const settled = new AbortController();
  const stop = when(
    () => !store.isUnsaved(id),
    () => {
      settled.abort();
    },
  );
  setTimeout(stop, NOTICE_MS);
  return settled.signal;
}

/** Opens the popup that a field is in, with the selection that it was opened with. */
function reopenField(store: EditorStore, id: string, selection: readonly string[]): void {
  const { editor, region } = store;
  editor.select(selection.filter((uuid) => editor.blocks.has(uuid)));
  // The toolbar of the selection appears first.
  setTimeout(() => {
    region.find(`[data-cobble-opens~="${CSS.escape(id)}"]`)?.click();
  });
}
