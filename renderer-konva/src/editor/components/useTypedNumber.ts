import { useRef, useState } from 'react';

/** What {@link useTypedNumber} needs. */
export interface TypedNumberOptions {
  /** Returns the number that a text stands for, within the field's limits; null if it has none. */
  readonly parse: (typed: string) => number | null;
  /** Changes the edit in progress, so that the number is not lost however the field disappears. */
  readonly onNumber: (value: number) => void;
  /** Takes back the numbers that were typed. Called for a text without a number. */
  readonly onNone: () => void;
  /** Called on Enter and when the field loses the focus. */
  readonly onCommit: () => void;
}

/** A number that is being typed. */
export interface TypedNumber {
  /** What was typed; null if the field shows its value. */
  readonly text: string | null;
  readonly setText: (typed: string) => void;
  /** Call it on Enter and on blur. The field then shows its value. */
  readonly finish: () => void;
}

/**
 * The text of a field for a number, which is applied while it is typed. A field cannot wait for its
 * blur: React does not report it if a press elsewhere removes the field.
 */
export function useTypedNumber(options: TypedNumberOptions): TypedNumber {
  const [text, setText] = useState<string | null>(null);
  /**
   * The options when the typing began. A border that is 0 px wide for a moment has no colour any
   * more, so each number changes what the blocks had before.
   */
  const first = useRef<TypedNumberOptions | null>(null);
  const isApplying = useRef(false);
  return {
    text,
    setText: (typed) => {
      first.current ??= options;
      const { parse, onNumber, onNone } = first.current;
      setText(typed);
      const value = parse(typed);
      isApplying.current = true;
      if (value === null) onNone();
      else onNumber(value);
      isApplying.current = false;
    },
    finish: () => {
      // An edit of text takes the focus for a moment.
      if (isApplying.current || first.current === null) return;
      first.current = null;
      setText(null);
      options.onCommit();
    },
  };
}
