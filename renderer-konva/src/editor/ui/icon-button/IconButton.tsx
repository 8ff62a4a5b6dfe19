import type { ComponentProps, ReactNode } from 'react';
import { Tooltip } from '../tooltip/Tooltip.tsx';
import { classNames } from '../classNames.ts';
import styles from './IconButton.module.css';

/** What an {@link IconButton} takes besides a button's own attributes. */
export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Its name: read aloud, and shown as a tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  /** The key that does the same, shown in the tooltip, e.g. `Ctrl+Z`. */
  readonly shortcut?: string;
  /** For a toggle: whether it is on (`aria-pressed`). */
  readonly isPressed?: boolean;
  readonly size?: 'small' | 'medium';
  /** Where the tooltip stands; `none` for a button whose name is plain to see. */
  readonly tooltipSide?: 'top' | 'right' | 'bottom' | 'left' | 'none';
}

/** A button that is an icon. Works as the trigger of a Popover or Dialog (it hands props and ref on). */
export function IconButton({
  label,
  icon,
  shortcut,
  isPressed,
  size = 'medium',
  tooltipSide = 'bottom',
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      {...rest}
      type={type}
      aria-label={label}
      aria-pressed={isPressed}
      className={classNames(styles['button'], styles[size], className)}
    >
      {icon}
    </button>
  );
  if (tooltipSide === 'none') return button;
  return (
    <Tooltip text={label} {...(shortcut === undefined ? {} : { shortcut })} side={tooltipSide}>
      {button}
    </Tooltip>
  );
}
