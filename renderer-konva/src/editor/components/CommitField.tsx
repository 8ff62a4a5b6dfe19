import { TextField } from '../ui/text-field/TextField.tsx';
import { useEffect, useRef, useState } from 'react';

/** A text field that commits on Enter, on blur and when its popup closes. */
export function CommitField(props: {
  readonly label: string;
  readonly value: string;
  readonly maxLength: number;
  readonly hint: string;
  /** Cleans the typed text; default: leaves it as it is. */
  readonly clean?: (typed: string) => string;
  readonly onCommitText: (text: string) => void;
}) {
  const { label, hint, value, maxLength, onCommitText } = props;
  const clean = props.clean ?? ((text: string): string => text);
  const [typed, setTyped] = useState(value);
  const commit = () => {
    if (typed !== value) onCommitText(typed);
  };
  const latest = useRef(commit);
  useEffect(() => {
    latest.current = commit;
  });
  // A press outside closes the popup before the field loses the focus.
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
      onValue={(text) => {
        setTyped(clean(text));
      }}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
      hint={hint}
    />
  );
}
