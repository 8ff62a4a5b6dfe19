import { Popover as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './Popover.module.css';

/** Props of {@link Popover}. */
export interface PopoverProps {
  /** The button that opens it. It must pass props and ref on to its DOM element. */
  readonly trigger: ReactElement;
  /** Its accessible name. */
  readonly label: string;
  readonly children: ReactNode;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  readonly align?: 'start' | 'center' | 'end';
  readonly className?: string;
  /** Pass both if the parent controls the state. */
  readonly isOpen?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
  /** Can move the focus somewhere other than the trigger, after preventing the default. */
  readonly onCloseAutoFocus?: (event: Event) => void;
}

/**
 * A small panel beside its trigger, at least 16 px inside the browser's window. Closes on Escape or
 * a press outside.
 */
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
