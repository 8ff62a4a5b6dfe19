import { Spinner } from '../ui/spinner/Spinner.tsx';
import type { ReactNode } from 'react';
import styles from './Choice.module.css';

/** One of several options, with a description of its effect. */
export function Choice(props: {
  readonly label: string;
  readonly note: string;
  readonly icon: ReactNode;
  readonly isBusy: boolean;
  readonly disabled: boolean;
  readonly onClick: () => void;
}) {
  return (
    <button
      type="button"
      className={styles['choice']}
      disabled={props.disabled}
      aria-busy={props.isBusy}
      onClick={props.onClick}
    >
      <span className={styles['icon']}>
        {props.isBusy ? <Spinner label={props.label} /> : props.icon}
      </span>
      <span>
        <strong className={styles['label']}>{props.label}</strong>{' '}
        <span className={styles['note']}>{props.note}</span>
      </span>
    </button>
  );
}
