import { normalizeColor } from '@cobble/engine/colors';
import { ColorPicker } from '../ui/color-picker/ColorPicker.tsx';
import { useState } from 'react';
import { Swatch } from '../components/Swatch.tsx';
import styles from './rows.module.css';

/** A row of a popup: a label, and a swatch that opens the colour picker below it. */
export function ColorRow(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (color: string) => void;
  readonly onCommit: () => void;
  /** Takes back what was changed since the last commit. */
  readonly onCancel: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles['stack']}>
      <button
        type="button"
        className={styles['row']}
        aria-expanded={isOpen}
        onClick={() => {
          if (isOpen) props.onCommit();
          setOpen(!isOpen);
        }}
      >
        <span>{props.label}</span>
        <Swatch color={props.value} />
      </button>
      {isOpen ? (
        <div className={styles['center']} ref={showWhole}>
          <ColorPicker
            label={props.label}
            value={normalizeColor(props.value) ?? '#000000'}
            onValue={props.onChange}
            onCommit={props.onCommit}
            onCancel={props.onCancel}
          />
        </div>
      ) : null}
    </div>
  );
}

/** At the end of a popup, the picker would open below the visible area. */
function showWhole(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
