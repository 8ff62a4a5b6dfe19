import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './Menu.module.css';

/**
 * A menu below its trigger. It is rendered next to the trigger, not in a portal, so that it stays
 * in the same landmark. Arrow keys move, letters jump to items, Escape closes.
 */
export function Menu({
  trigger,
  align = 'end',
  header,
  children,
}: {
  /** A button that passes props and ref on. Its name is also the menu's. */
  readonly trigger: ReactElement;
  readonly align?: 'start' | 'center' | 'end';
  /** Text above the items. */
  readonly header?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <MenuPanel align={align}>
        {header !== undefined && <Radix.Label className={styles['header']}>{header}</Radix.Label>}
        {children}
      </MenuPanel>
    </Radix.Root>
  );
}

/** The panel of a menu alone, for a menu that no button opens. */
export function MenuPanel({
  align,
  side = 'bottom',
  sideOffset = 8,
  label,
  className,
  onClosed,
  children,
}: {
  readonly align: 'start' | 'center' | 'end';
  /** `right` for a menu at a point: a long menu then moves up instead of being cut off. */
  readonly side?: 'bottom' | 'right';
  /** The distance from the trigger, px. */
  readonly sideOffset?: number;
  /** Its accessible name; default: the trigger's. */
  readonly label?: string;
  readonly className?: string | undefined;
  /** Moves the focus after closing; default: to the trigger. */
  readonly onClosed?: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Radix.Content
      className={classNames(styles['panel'], className)}
      align={align}
      side={side}
      sideOffset={sideOffset}
      collisionPadding={16}
      {...(label === undefined ? {} : { 'aria-label': label, 'aria-labelledby': undefined })}
      {...(onClosed && {
        onCloseAutoFocus: (event: Event) => {
          event.preventDefault();
          onClosed();
        },
      })}
    >
      {children}
    </Radix.Content>
  );
}

/** A line between items. */
export function MenuSeparator() {
  return <Radix.Separator className={styles['separator']} />;
}

/** An action in a {@link Menu}; with `isChecked`, one of several choices. */
export function MenuItem({
  onSelect,
  icon,
  shortcut,
  isChecked,
  isDanger = false,
  disabled = false,
  children,
}: {
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
  readonly shortcut?: string;
  readonly isChecked?: boolean;
  readonly isDanger?: boolean;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}) {
  const className = classNames(styles['item'], isDanger && styles['danger']);
  const content = (
    <>
      {icon}
      <span className={styles['text']}>{children}</span>
      {shortcut !== undefined && <kbd className={styles['key']}>{shortcut}</kbd>}
      {isChecked && <Check aria-hidden="true" />}
    </>
  );
  if (isChecked === undefined)
    return (
      <Radix.Item className={className} disabled={disabled} onSelect={onSelect}>
        {content}
      </Radix.Item>
    );
  return (
    <Radix.CheckboxItem
      className={className}
      disabled={disabled}
      checked={isChecked}
      onSelect={onSelect}
    >
      {content}
    </Radix.CheckboxItem>
  );
}
