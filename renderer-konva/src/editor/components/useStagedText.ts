import { useEffect, useRef, useState } from 'react';
import { useEditorStore } from '../EditorStoreContext.ts';

/** Options of {@link useStagedText}. */
export interface StagedTextOptions {
  /** Names the field among all of the page. */
  readonly id: string;
  /** The text when the field appears. */
  readonly value: string;
  /** What is wrong with a text, as a message for the user; default: nothing ever is. */
  readonly problemOf?: (text: string) => string | null;
  /**
   * Called with each text that is typed, so that it is part of the edit in progress: it is then
   * stored with the page, published, and asked about when the user leaves.
   *
   * @param isValid whether it has no problem; if not, an earlier text must be taken back
   */
  readonly onText: (text: string, isValid: boolean) => void;
  /** Called on Escape; without it, Escape keeps the text. */
  readonly onEscape?: () => void;
}

/** A text that is being typed in a popup. */
export interface StagedText {
  readonly text: string;
  readonly problem: string | null;
  readonly setText: (text: string) => void;
  /** Discards the text, even one with a problem, and calls `onEscape`. */
  readonly drop: () => void;
}

/**
 * The text of a field in a popup or dialog. It is part of the edit in progress as soon as it is typed,
 * so that it is not lost however the popup closes. One with a problem cannot be: when the field
 * disappears, the user is told, and the field has the text again when it appears the next time.
 */
export function useStagedText(options: StagedTextOptions): StagedText {
  const { id, value } = options;
  const store = useEditorStore();
  const [text, setText] = useState(() => {
    const kept = store.invalidTexts.get(id);
    return kept?.value === value ? kept.text : value;
  });
  const [initial] = useState(value);
  const problemOf = options.problemOf ?? (() => null);
  const isDropped = useRef(false);
  const drop = () => {
    isDropped.current = true;
    store.invalidTexts.delete(id);
    options.onEscape?.();
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
    // Before the popup, which listens on the document and closes.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true });
      const last = latest.current;
      const problem = last.problemOf?.(last.text) ?? null;
      if (problem === null || isDropped.current || store.invalidTexts.has(id)) return;
      store.invalidTexts.set(id, { text: last.text, value: initial });
      store.notify(problem, { kind: 'error' });
    };
  }, [store, id, initial]);
  return {
    text,
    problem: problemOf(text),
    setText: (typed) => {
      isDropped.current = false;
      store.invalidTexts.delete(id);
      setText(typed);
      options.onText(typed, problemOf(typed) === null);
    },
    drop,
  };
}
