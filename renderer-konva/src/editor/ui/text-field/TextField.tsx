import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './TextField.module.css';

/** Props of {@link TextField}, in addition to those of `<input>`. */
export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly label: string;
  /** Shows the label to screen readers only. */
  readonly hidesLabel?: boolean;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** The error; null or absent if there is none. Announced when it appears. */
  readonly error?: string | null;
  /** A line below the field; the error replaces it. */
  readonly hint?: ReactNode;
  /** How many lines it shows; default: one, and longer text scrolls sideways. */
  readonly lines?: number | undefined;
}

/** A labelled text field with a hint and an error. */
export function TextField({
  label,
  hidesLabel = false,
  value,
  onValue,
  error,
  hint,
  lines,
  id,
  className,
  ...rest
}: TextFieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const noteId = `${inputId}-note`;
  // A `textarea` takes the same props, apart from its rows.
  const Input = (lines === undefined ? 'input' : 'textarea') as 'input';
  return (
    <div className={classNames(styles['field'], className)}>
      <label htmlFor={inputId} className={hidesLabel ? 'visually-hidden' : styles['label']}>
        {label}
      </label>
      <Input
        {...rest}
        {...(lines !== undefined && { rows: lines })}
        id={inputId}
        className={styles['input']}
        value={value}
        onChange={(event) => {
          onValue(event.target.value);
        }}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? noteId : undefined}
      />
      <p id={noteId} className={error ? styles['error'] : styles['hint']} aria-live="polite">
        {error || hint}
      </p>
    </div>
  );
}
