import { Slider as Radix } from 'radix-ui';
import { useId } from 'react';
import styles from './Slider.module.css';

/** A labelled slider. `onCommit` is called once, when the gesture ends. */
export function Slider({
  label,
  value,
  onValue,
  onCommit,
  min,
  max,
  step = 1,
  unit = '',
}: {
  readonly label: string;
  readonly value: number;
  readonly onValue: (value: number) => void;
  readonly onCommit?: (value: number) => void;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  /** The unit after the number: `px`, `%`. */
  readonly unit?: string;
}) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <span id={id} className={styles['label']}>
        {label}
      </span>
      <output className={styles['value']}>
        {value}
        {unit}
      </output>
      <Radix.Root
        className={styles['root']}
        value={[value]}
        min={min}
        max={max}
        step={step}
        onValueChange={([next]) => {
          if (next !== undefined) onValue(next);
        }}
        onValueCommit={([next]) => {
          if (next !== undefined) onCommit?.(next);
        }}
      >
        <Radix.Track className={styles['track']}>
          <Radix.Range className={styles['range']} />
        </Radix.Track>
        <Radix.Thumb className={styles['thumb']} aria-labelledby={id} />
      </Radix.Root>
    </div>
  );
}
