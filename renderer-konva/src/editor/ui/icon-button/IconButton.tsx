import type { ComponentProps, ReactNode } from 'react';
import { Tooltip } from '../tooltip/Tooltip.tsx';
import { classNames } from '../classNames.ts';
import styles from './IconButton.module.css';

/** Props of {@link IconButton}, in addition to those of `<button>`. */
export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Its accessible name, also shown as a tooltip unless `tooltipSide` is `none`. */
  readonly label: string;
  readonly icon: ReactNode;
  /** The key with the same effect, shown in the tooltip, e.g. `Ctrl+Z`. */
  readonly shortcut?: string;
  /** For a toggle: whether it is on (`aria-pressed`). */
  readonly isPressed?: boolean;
  readonly size?: 'small' | 'medium';
  /** The tooltip's side; `none`: no tooltip. */
  readonly tooltipSide?: 'top' | 'right' | 'bottom' | 'left' | 'none';
}

/**
 * A button with an icon only. Can be the trigger of a Popover or Dialog, because it passes props
 * and ref on.
 */
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
