import { classNames } from '../ui/classNames.ts';
import type { CSSProperties, ReactNode } from 'react';
import styles from './ChoiceList.module.css';

/** One choice of a {@link ChoiceList}. */
export interface Choice<Value> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly note?: string;
  readonly style?: CSSProperties;
  readonly isDisabled?: boolean;
}

/** A plain list of choices inside a popup; the chosen one is marked. */
export function ChoiceList<Value extends string | number>(props: {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly value?: Value | null;
  readonly onChoose: (value: Value) => void;
  readonly className?: string | undefined;
}) {
  return (
    <ul aria-label={props.label} className={classNames(styles['list'], props.className)}>
      {props.choices.map((choice) => (
        <li key={choice.value}>
          <button
            type="button"
            className={styles['choice']}
            aria-pressed={props.value === undefined ? undefined : choice.value === props.value}
            disabled={choice.isDisabled}
            style={choice.style}
            onClick={() => {
              props.onChoose(choice.value);
            }}
          >
            {choice.icon}
            <span className={styles['label']}>{choice.label}</span>
            {choice.note === undefined ? null : (
              <span className={styles['note']}>{choice.note}</span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
