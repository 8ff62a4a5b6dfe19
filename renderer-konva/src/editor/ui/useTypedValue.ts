import { useRef, useState } from 'react';

/** What {@link useTypedValue} needs. */
export interface TypedValueOptions<Value> {
  /** Returns the value that a text stands for, within the field's limits; null if it has none. */
  readonly parse: (typed: string) => Value | null;
  /** Changes the edit in progress, so that the value is not lost however the field disappears. */
  readonly onValue: (value: Value) => void;
  /**
   * Takes back what was changed since the last commit: the values that were typed. Called for a text
   * without a value, if there are some.
   */
  readonly onNone: () => void;
  /**
   * Called on Enter and when the field loses the focus, if something was typed, and before the first
   * value, so that `onNone` takes back nothing else.
   */
  readonly onCommit: () => void;
}

/** A value that is being typed. */
export interface TypedValue {
  /** What was typed; null if the field shows its value. */
  readonly text: string | null;
  readonly setText: (typed: string) => void;
  /** Call it on Enter and on blur. The field then shows its value. */
  readonly finish: () => void;
}

/** What is known while a value is being typed. */
interface Typing<Value> {
  /**
   * The options when the typing began. A border that is 0 px wide for a moment has no colour any
   * more, so each value changes what the blocks had before.
   */
  readonly options: TypedValueOptions<Value>;
  /** Whether a value has been applied and not been taken back. */
  hasValue: boolean;
  isApplying: boolean;
}

/**
 * The text of a field for a value, such as a number, which is applied while it is typed. A field
 * cannot wait for its blur: React does not report it if a press elsewhere removes the field.
 */
export function useTypedValue<Value>(options: TypedValueOptions<Value>): TypedValue {
  const [text, setText] = useState<string | null>(null);
  const typing = useRef<Typing<Value> | null>(null);
  return {
    text,
    setText: (typed) => {
      if (!typing.current) {
        typing.current = { options, hasValue: false, isApplying: false };
        options.onCommit();
      }
      const { current } = typing;
      const { parse, onValue, onNone } = current.options;
      setText(typed);
      const value = parse(typed);
      const mustRevert = value === null && current.hasValue;
      current.hasValue = value !== null;
      current.isApplying = true;
      try {
        if (value !== null) onValue(value);
        else if (mustRevert) onNone();
      } finally {
        current.isApplying = false;
      }
    },
    finish: () => {
      // A command for edited text takes the focus for a moment.
      if (!typing.current || typing.current.isApplying) return;
      typing.current = null;
      setText(null);
      options.onCommit();
    },
  };
}
