import { Popover as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './Popover.module.css';

/** What a {@link Popover} takes. */
export interface PopoverProps {
  /** The button that opens it; it must hand props and ref on to its DOM element. */
  readonly trigger: ReactElement;
  /** Its name for screen readers. */
  readonly label: string;
  readonly children: ReactNode;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  readonly align?: 'start' | 'center' | 'end';
  readonly className?: string;
  /** Given together when the owner holds the state. */
  readonly isOpen?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
  /** Returns focus to somewhere else than the trigger (the canvas) by preventing the default. */
  readonly onCloseAutoFocus?: (event: Event) => void;
}

/** A small panel beside its trigger; stays 16 px inside the window, closes on Escape or a tap outside. */
export function Popover({
  trigger,
  label,
  children,
  side = 'bottom',
  align = 'center',
  className,
  isOpen,
  onOpenChange,
  onCloseAutoFocus,
}: PopoverProps) {
  return (
    <Radix.Root
      {...(isOpen === undefined ? {} : { open: isOpen })}
      {...(onOpenChange ? { onOpenChange } : {})}
    >
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className={classNames('cobble-ui', styles['panel'], className)}
          aria-label={label}
          side={side}
          align={align}
          sideOffset={8}
          collisionPadding={16}
          {...(onCloseAutoFocus ? { onCloseAutoFocus } : {})}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
