import type { ComponentProps, ReactNode } from 'react';
import { Spinner } from '../spinner/Spinner.tsx';
import { classNames } from '../classNames.ts';
import styles from './Button.module.css';

/**
 * Appearance of a {@link Button}: `primary` for the main action, `highlight` for a first step,
 * `danger` for a destructive action; `outlined` and `plain`, with and without an outline, for
 * others.
 */
export type ButtonVariant = 'primary' | 'highlight' | 'danger' | 'outlined' | 'plain';

/** Props of {@link Button}, besides those of `<button>`. */
export interface ButtonProps extends ComponentProps<'button'> {
  /** Default: `outlined`. */
  readonly variant?: ButtonVariant;
  /** `small` is for toolbars; it is still 44 px high with a coarse pointer. Default: `medium`. */
  readonly size?: 'small' | 'medium' | 'large';
  /** Shows a spinner in place of the text and ignores clicks; size and focus stay. */
  readonly isBusy?: boolean;
  /** Shown before the text. */
  readonly icon?: ReactNode;
}

/** A button with text. Its `type` defaults to `button`. */
export function Button({
  variant = 'outlined',
  size = 'medium',
  isBusy = false,
  icon,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(styles['button'], styles[variant], styles[size], className)}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {isBusy ? (
        <>
          <span className={styles['busyContent']}>
            {icon}
            {children}
          </span>
          <span className={styles['spinner']}>
            <Spinner />
          </span>
        </>
      ) : (
        <>
          {icon}
          {children}
        </>
      )}
    </button>
  );
}
