import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './Menu.module.css';

/** A menu under its trigger; arrow keys move, letters jump, Escape closes. */
export function Menu({
  trigger,
  align = 'end',
  header,
  children,
}: {
  /** A button that hands props and ref on; its name is the menu's. */
  readonly trigger: ReactElement;
  readonly align?: 'start' | 'center' | 'end';
  /** Words above the items. */
  readonly header?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className={styles['panel']}
          align={align}
          sideOffset={8}
          collisionPadding={16}
        >
          {header !== undefined && <Radix.Label className={styles['header']}>{header}</Radix.Label>}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** One thing to do in a {@link Menu}. */
export function MenuItem({
  onSelect,
  icon,
  shortcut,
  isDanger = false,
  disabled = false,
  children,
}: {
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
  readonly shortcut?: string;
  readonly isDanger?: boolean;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <Radix.Item
      className={classNames(styles['item'], isDanger && styles['danger'])}
      disabled={disabled}
      onSelect={onSelect}
    >
      {icon}
      <span className={styles['words']}>{children}</span>
      {shortcut !== undefined && <kbd className={styles['key']}>{shortcut}</kbd>}
    </Radix.Item>
  );
}
