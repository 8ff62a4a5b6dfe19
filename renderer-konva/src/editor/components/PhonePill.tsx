import type { ReactNode } from 'react';
import { classNames } from '../ui/classNames.ts';
import { Popup } from './Popup.tsx';
import styles from './PhonePill.module.css';

/**
 * A small button below the page bar of a phone, which has no space for it, and the popup that it
 * opens. While the bars are tucked away, it is hidden.
 */
export function PhonePill(props: {
  /** The popup's title. */
  readonly title: string;
  /** The button's accessible name. */
  readonly label: string;
  readonly side: 'left' | 'right';
  /** What the button shows. */
  readonly content: ReactNode;
  /** Whether that is an icon only, which is calmer. */
  readonly isIconOnly: boolean;
  /** Class of the visible part; it may set the properties of `PhonePill.module.css`. */
  readonly className?: string | undefined;
  /** Attributes of the button. */
  readonly data: Readonly<Record<`data-${string}`, string | number>>;
  /** What the popup contains. */
  readonly children: ReactNode | ((close: () => void) => ReactNode);
}) {
  const { title, label, side, content, isIconOnly, className, data, children } = props;
  return (
    <div className={styles['place']} data-side={side}>
      <Popup
        label={title}
        trigger={
          <button
            type="button"
            aria-label={label}
            {...data}
            className={styles['target']}
            // A press leaves the focus in the text that is being edited.
            onMouseDown={(event) => {
              event.preventDefault();
            }}
          >
            <span
              className={classNames(styles['pill'], isIconOnly && styles['iconOnly'], className)}
            >
              {content}
            </span>
          </button>
        }
      >
        {children}
      </Popup>
    </div>
  );
}
