import type { ComponentProps, ReactNode } from 'react';
import { Spinner } from '../spinner/Spinner.tsx';
import { classNames } from '../classNames.ts';
import styles from './Button.module.css';

/** What a {@link Button} takes besides a button's own attributes. */
export interface ButtonProps extends ComponentProps<'button'> {
  /**
   * `primary` is the one thing to do now, `joy` a first step, `danger` loss; `quiet` has a line
   * round it and `plain` nothing.
   */
  readonly look?: 'primary' | 'joy' | 'danger' | 'quiet' | 'plain';
  /** `small` is for toolbars under a mouse; it still takes 44 px where the pointer is coarse. */
  readonly size?: 'small' | 'medium' | 'large';
  /** Shows a spinner and takes no further click; it stays focusable. */
  readonly isBusy?: boolean;
  /** An icon before the words; hidden from screen readers. */
  readonly icon?: ReactNode;
}

/** A button with words. `type` is `button` unless told otherwise. */
export function Button({
  look = 'quiet',
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
      className={classNames(styles['button'], styles[look], styles[size], className)}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {isBusy ? <Spinner /> : icon}
      {children}
    </button>
  );
}
