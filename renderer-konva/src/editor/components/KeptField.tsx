import { TextField } from '../ui/text-field/TextField.tsx';
import { useEffect, useRef, useState } from 'react';

/** A field whose words are kept when it is left, by Enter, by the next field or with its popup. */
export function KeptField(props: {
  readonly label: string;
  readonly value: string;
  readonly maxLength: number;
  readonly hint: string;
  /** What is left of what was typed; default: all of it. */
  readonly clean?: (typed: string) => string;
  readonly onKeep: (words: string) => void;
}) {
  const { label, hint, value, maxLength, onKeep } = props;
  const clean = props.clean ?? ((words: string): string => words);
  const [typed, setTyped] = useState(value);
  const keep = () => {
    if (typed !== value) onKeep(typed);
  };
  const latest = useRef(keep);
  useEffect(() => {
    latest.current = keep;
  });
  // A press outside closes the popup before the field hears that it was left.
  useEffect(
    () => () => {
      latest.current();
    },
    [],
  );
  return (
    <TextField
      label={label}
      value={typed}
      maxLength={maxLength}
      onValue={(words) => {
        setTyped(clean(words));
      }}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
      }}
      hint={hint}
    />
  );
}
