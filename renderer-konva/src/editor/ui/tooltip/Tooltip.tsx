import { Tooltip as Radix } from 'radix-ui';
import {
  type FocusEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { classNames } from '../classNames.ts';
import styles from './Tooltip.module.css';

/**
 * How often an open tooltip checks that it is still pointed at. It closes only when two checks in a
 * row find that it is not: on its way to the tooltip, the pointer crosses a gap.
 */
const CHECK_EVERY_MS = 250;

/** Wraps the app once. All tooltips share its delay. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={500} skipDelayDuration={250}>
      {children}
    </Radix.Provider>
  );
}

/** Props of {@link Tooltip}. */
export interface TooltipProps {
  readonly text: string;
  /** The key with the same effect, e.g. `Ctrl+Z`. */
  readonly shortcut?: string;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  /** One element that passes props and ref on to its DOM element. */
  readonly children: ReactElement;
}

/**
 * Names the element under the pointer or with the focus. Its text must also be available elsewhere.
 * Escape closes it, and still does what it would do if no tooltip were shown.
 */
export function Tooltip({ text, shortcut, side = 'bottom', children }: TooltipProps) {
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    // Radix misses a pointer that leaves while the tooltip appears, and would show it for ever.
    let misses = 0;
    const timer = setInterval(() => {
      const isPointedAt =
        trigger.current?.matches(':hover, :focus') || content.current?.matches(':hover');
      misses = isPointedAt ? 0 : misses + 1;
      if (misses === 2) setOpen(false);
    }, CHECK_EVERY_MS);
    return () => {
      clearInterval(timer);
    };
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen) return undefined;
    // Radix would use the Escape for the tooltip alone. So the tooltip is closed, and its layer
    // removed, before the key reaches Radix, and the key also affects what has the focus.
    const closeBefore = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      flushSync(() => {
        setOpen(false);
      });
    };
    window.addEventListener('keydown', closeBefore, { capture: true });
    return () => {
      window.removeEventListener('keydown', closeBefore, { capture: true });
    };
  }, [isOpen]);
  return (
    <Radix.Root open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger ref={trigger} asChild onFocus={keepClosedOnPointerFocus}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          ref={content}
          className={classNames('cobble-ui', styles['tip'])}
          side={side}
          sideOffset={6}
          collisionPadding={12}
          // Hidden from screen readers, because it repeats the button's name. It is still read as
          // the button's description.
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

/** Keeps the tooltip closed when a script moves the focus here after another button was pressed. */
function keepClosedOnPointerFocus(event: FocusEvent<HTMLElement>): void {
  if (!event.currentTarget.matches(':focus-visible')) event.preventDefault();
}
