import { useId } from 'react';
import type { SelectOption } from '../../ui/select/Select.tsx';
import styles from './SelectRow.module.css';

/** A line of a popup: a label, and the browser's own list beside it. */
export function SelectRow<Value extends string>(props: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly SelectOption<Value>[];
  readonly onValue: (value: Value) => void;
}) {
  const { label, value, options, onValue } = props;
  const id = useId();
  return (
    <div className={styles['row']}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles['select']}
        value={value}
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
