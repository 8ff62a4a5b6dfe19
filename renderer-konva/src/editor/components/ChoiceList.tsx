import { classNames } from '../ui/classNames.ts';
import type { CSSProperties, ReactNode } from 'react';
import { listKeys } from '../focus/choiceKeys.ts';
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

interface ListProps<Value> {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly value?: Value | null;
  readonly onChoose: (value: Value) => void;
  readonly className?: string | undefined;
}

/**
 * A list of choices inside a popup; the chosen one is marked. Arrow keys and letters move in it.
 */
export function ChoiceList<Value extends string | number>({
  recent,
  ...list
}: ListProps<Value> & {
  /** Choices that are repeated before the others, in a list of their own. */
  readonly recent?: Pick<ListProps<Value>, 'label' | 'choices' | 'className'>;
}) {
  return (
    <div ref={listKeys} className={styles['lists']}>
      {recent && recent.choices.length > 0 ? <List {...list} {...recent} /> : null}
      <List {...list} />
    </div>
  );
}

function List<Value extends string | number>(props: ListProps<Value>) {
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
