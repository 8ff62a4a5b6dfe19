import { classNames } from '../ui/classNames.ts';
import { Tooltip } from '../ui/tooltip/Tooltip.tsx';
import type { ComponentProps, ReactNode } from 'react';
import { isMac } from '../../input/isMac.ts';
import { keyLabel, parseKey } from '../keyboard/KeyBinding.ts';
import styles from './ToolButton.module.css';

/** Props of {@link ToolButton}; the rest are the button's own. */
export interface ToolButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Its tooltip, and its accessible name unless `name` is given. */
  readonly label: string;
  /** The accessible name of a button with visible text; it must contain that text. */
  readonly name?: string | undefined;
  /** The key with the same effect, as `parseKey` reads it. */
  readonly keys?: string | undefined;
  readonly children: ReactNode;
  /** Whether it is on. If given, the button is a toggle for assistive technology, too. */
  readonly pressed?: boolean | undefined;
  /** Wider than a square, for text with or without an icon. */
  readonly wide?: boolean;
  readonly tooltipSide?: 'top' | 'right' | 'bottom' | 'left';
}

/** A square button of the editor's bars, with a tooltip that shows its key. */
export function ToolButton(props: ToolButtonProps) {
  const { label, name, keys, pressed, wide, tooltipSide = 'bottom', className, ...rest } = props;
  const shortcut = keys === undefined ? {} : { shortcut: keyLabel(parseKey(keys), isMac()) };
  return (
    <Tooltip text={label} side={tooltipSide} {...shortcut}>
      <button
        type="button"
        aria-label={name ?? label}
        aria-pressed={pressed}
        onMouseDown={keepFocus}
        {...rest}
        className={classNames(styles['button'], wide && styles['wide'], className)}
      />
    </Tooltip>
  );
}

/** A press leaves the focus where it is: on the canvas or the text being edited. */
function keepFocus(event: { readonly preventDefault: () => void }): void {
  event.preventDefault();
}
