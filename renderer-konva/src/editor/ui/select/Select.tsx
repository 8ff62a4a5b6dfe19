import { useId } from 'react';
import styles from './Select.module.css';

/** An option of {@link Select}. */
export interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/**
 * A labelled `<select>`, which phones and screen readers present in their own way. With `row`, the
 * label is before it, as in the editor's popups.
 */
export function Select<Value extends string>({
  label,
  hidesLabel = false,
  form = 'field',
  value,
  onValue,
  options,
  disabled = false,
}: {
  readonly label: string;
  readonly hidesLabel?: boolean;
  readonly form?: 'field' | 'row';
  readonly value: Value;
  readonly onValue: (value: Value) => void;
  readonly options: readonly SelectOption<Value>[];
  readonly disabled?: boolean;
}) {
  const id = useId();
  return (
    <div className={styles[form]}>
      <label htmlFor={id} className={hidesLabel ? 'visually-hidden' : styles['label']}>
        {label}
      </label>
      <select
        id={id}
        className={styles['select']}
        value={value}
        disabled={disabled}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onValue(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
