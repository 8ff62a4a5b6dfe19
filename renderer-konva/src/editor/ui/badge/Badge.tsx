import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './Badge.module.css';

/** A word about a thing: 'Disabled', 'Private', 'Draft'. */
export function Badge({
  look = 'quiet',
  children,
}: {
  readonly look?: 'quiet' | 'joy' | 'accent' | 'danger';
  readonly children: ReactNode;
}) {
  return <span className={classNames(styles['badge'], styles[look])}>{children}</span>;
}
