import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import { IconButton } from '../icon-button/IconButton.tsx';
import { useT } from '../../messages/i18n.ts';
import styles from './Dialog.module.css';

/** Props of {@link Dialog}. */
export interface DialogProps {
  readonly isOpen: boolean;
  /** Called when the user closes it: with the close button, Escape or a press outside. */
  readonly onClose: () => void;
  readonly title: string;
  /** A line below the title, read by screen readers together with it. */
  readonly description?: ReactNode;
  /**
   * Whether only its own buttons close it: it has no close button, and neither Escape nor a press
   * outside closes it.
   */
  readonly mustAnswer?: boolean;
  /** Whether its top is always at the same place, for content whose height changes. */
  readonly isNearTop?: boolean;
  /** An image across the panel's full width, at the top. */
  readonly banner?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A modal dialog in the middle of the screen, on phones near the top. Traps the focus and returns
 * it.
 */
export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  mustAnswer = false,
  isNearTop = false,
  banner,
  children,
}: DialogProps) {
  const t = useT();
  const keepOpen = (event: Event) => {
    if (mustAnswer) event.preventDefault();
  };
  return (
    <Radix.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open && !mustAnswer) onClose();
      }}
    >
      <Radix.Portal>
        <Radix.Overlay
          className={classNames('cobble-ui', styles['scrim'], isNearTop && styles['near-top'])}
        >
          <Radix.Content
            className={styles['panel']}
            onEscapeKeyDown={keepOpen}
            onPointerDownOutside={keepOpen}
            onInteractOutside={keepOpen}
            {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          >
            {banner !== undefined && <div className={styles['banner']}>{banner}</div>}
            <Radix.Title className={styles['title']}>{title}</Radix.Title>
            {description !== undefined && (
              <Radix.Description className={styles['description']}>{description}</Radix.Description>
            )}
            {children}
            {!mustAnswer && (
              <Radix.Close asChild>
                <IconButton
                  label={t('common.close')}
                  icon={<X />}
                  tooltipSide="none"
                  className={styles['close']}
                />
              </Radix.Close>
            )}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
