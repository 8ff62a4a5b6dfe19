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

/** An action in a {@link Menu}. */
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
      <span className={styles['text']}>{children}</span>
      {shortcut !== undefined && <kbd className={styles['key']}>{shortcut}</kbd>}
    </Radix.Item>
  );
}

/** Items of a {@link Menu} of which exactly one is chosen. */
export function MenuChoices<Value extends string>({
  label,
  value,
  onChange,
  choices,
}: {
  /** The accessible name of the group. */
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly choices: readonly {
    readonly value: Value;
    readonly label: string;
    readonly icon?: ReactNode;
  }[];
}) {
  return (
    <Radix.RadioGroup aria-label={label} value={value}>
      {choices.map((choice) => (
        <Radix.RadioItem
          key={choice.value}
          value={choice.value}
          className={styles['item']}
          onSelect={() => {
            onChange(choice.value);
          }}
        >
          {choice.icon}
          <span className={styles['text']}>{choice.label}</span>
          {choice.value === value && <Check aria-hidden="true" />}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}
