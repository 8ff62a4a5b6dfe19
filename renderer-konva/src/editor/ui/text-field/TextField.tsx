import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './TextField.module.css';

/** What a {@link TextField} takes besides an input's own attributes. */
export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly label: string;
  /** Keeps the label for screen readers alone. */
  readonly hidesLabel?: boolean;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** What is wrong; null or absent when nothing is. Spoken when it appears. */
  readonly error?: string | null;
  /** A quiet line below, replaced by the error. */
  readonly hint?: ReactNode;
}

/** A labelled line of text with its hint and its error. */
export function TextField({
  label,
  hidesLabel = false,
  value,
  onValue,
  error,
  hint,
  id,
  className,
  ...rest
}: TextFieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const noteId = `${inputId}-note`;
  return (
    <div className={classNames(styles['field'], className)}>
      <label htmlFor={inputId} className={hidesLabel ? 'visually-hidden' : styles['label']}>
        {label}
      </label>
      <input
        {...rest}
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
