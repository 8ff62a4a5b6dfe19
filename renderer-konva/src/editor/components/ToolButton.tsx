import { classNames } from '../ui/classNames.ts';
import { Tooltip } from '../ui/tooltip/Tooltip.tsx';
import type { ComponentProps, ReactNode } from 'react';
import { isMac } from '../keyboard/isMac.ts';
import { keyLabel, parseKey } from '../keyboard/KeyBinding.ts';
import styles from './ToolButton.module.css';

/** Props of {@link ToolButton}; the rest are the button's own. */
export interface ToolButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** What it does: its tooltip, and its name for screen readers unless `name` says more. */
  readonly label: string;
  /** Its name where it shows words of its own, which the name must hold. */
  readonly name?: string | undefined;
  /** The key that does the same, as `parseKey` reads it. */
  readonly keys?: string | undefined;
  readonly children: ReactNode;
  /** Shown as on; also tells assistive technology that it is a toggle. */
  readonly pressed?: boolean | undefined;
  /** Wider than a square: for words beside the icon, or instead of one. */
  readonly wide?: boolean;
  readonly tooltipSide?: 'top' | 'right' | 'bottom' | 'left';
}

/** A quiet square button of the editor's bars, with a tooltip that names its key. */
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

/** A press leaves the focus where it is: on the canvas, or on the words that are being edited. */
function keepFocus(event: { readonly preventDefault: () => void }): void {
  event.preventDefault();
}
