import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './Badge.module.css';

/** Appearance of a {@link Badge}. */
export type BadgeVariant = 'neutral' | 'highlight' | 'accent' | 'danger';

/** A short status: 'Disabled', 'Private', 'Draft'. */
export function Badge({
  variant = 'neutral',
  children,
}: {
  readonly variant?: BadgeVariant;
  readonly children: ReactNode;
}) {
  return <span className={classNames(styles['badge'], styles[variant])}>{children}</span>;
}
