import { Tooltip as Radix } from 'radix-ui';
import type { FocusEvent, ReactElement, ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './Tooltip.module.css';

/** Goes once round the app; shares the delay between tooltips. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={500} skipDelayDuration={250}>
      {children}
    </Radix.Provider>
  );
}

/** What a {@link Tooltip} takes. */
export interface TooltipProps {
  readonly text: string;
  /** The key that does the same, e.g. `Ctrl+Z`. */
  readonly shortcut?: string;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  /** One element that hands props and ref on to its DOM element. */
  readonly children: ReactElement;
}

/** Names what is under the pointer or has focus. Never the only place where something is said. */
export function Tooltip({ text, shortcut, side = 'bottom', children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild onFocus={keepClosedOnPointerFocus}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className={classNames('cobble-ui', styles['tip'])}
          side={side}
          sideOffset={6}
          collisionPadding={12}
          // It says what its button's name says; as a description it is read all the same.
          aria-hidden
          aria-label={text}
        >
          {text}
          {shortcut !== undefined && <kbd className={styles['key']}>{shortcut}</kbd>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Opens no tooltip when a script moves the focus here after a press on another button. */
function keepClosedOnPointerFocus(event: FocusEvent<HTMLElement>): void {
  if (!event.currentTarget.matches(':focus-visible')) event.preventDefault();
}
