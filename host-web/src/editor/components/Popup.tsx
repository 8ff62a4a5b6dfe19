import { Popover } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import styles from './Popup.module.css';

/**
 * A panel that a button opens. It closes on Escape and on a press outside; `onClose` is told which
 * of the two, so that what is staged can be cancelled or committed.
 */
export function Popup(props: {
  readonly trigger: ReactNode;
  readonly label: string;
  readonly children: ReactNode | ((close: () => void) => ReactNode);
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  readonly align?: 'start' | 'center' | 'end';
  readonly onOpen?: () => void;
  readonly onClose?: (how: 'escape' | 'away') => void;
  readonly className?: string | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  const change = (open: boolean, how: 'escape' | 'away' = 'away') => {
    if (open === isOpen) return;
    setOpen(open);
    if (open) props.onOpen?.();
    else props.onClose?.(how);
  };
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(open) => {
        change(open);
      }}
    >
      <Popover.Trigger asChild>{props.trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={props.label}
          side={props.side ?? 'bottom'}
          align={props.align ?? 'center'}
          sideOffset={10}
          collisionPadding={16}
          className={[styles['popup'], props.className].filter(Boolean).join(' ')}
          onEscapeKeyDown={(event) => {
            event.stopPropagation();
            change(false, 'escape');
          }}
          onOpenAutoFocus={(event) => {
            // A field that wants it has the focus already; else the popup itself takes it, as a
            // focused button would show its tooltip and take Esc for it.
            event.preventDefault();
            const { currentTarget } = event;
            if (!(currentTarget instanceof HTMLElement)) return;
            if (!currentTarget.contains(document.activeElement)) currentTarget.focus();
          }}
          onCloseAutoFocus={(event) => {
            // Back to the canvas, or the words being edited, where the next key belongs.
            event.preventDefault();
            document
              .querySelector<HTMLElement>('.ProseMirror, [data-cobble-scroller]')
              ?.focus({ preventScroll: true });
          }}
        >
          {typeof props.children === 'function'
            ? props.children(() => {
                change(false);
              })
            : props.children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
