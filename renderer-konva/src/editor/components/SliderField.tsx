import { numberInput } from '@cobble/engine';
import { Slider } from 'radix-ui';
import { useId, useRef } from 'react';
import { useDragEscape } from '../ui/useDragEscape.ts';
import { useTypedValue } from '../ui/useTypedValue.ts';
import styles from './SliderField.module.css';

/**
 * A labelled slider with a field for the number. `onChange` is called for each step and while a
 * number is typed, clamped to `min` and `max`; text that is not a number counts as 0. `onCommit` is
 * called on release, after each step by key, and on Enter and blur after typing; `onCancel` when
 * Escape ends a drag. Typed numbers can also disappear with the field: use `useStaged`, which
 * commits them then.
 */
export function SliderField(props: {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly unit: string;
  readonly onChange: (value: number) => void;
  readonly onCommit: () => void;
  readonly onCancel: () => void;
}) {
  const { label, value, min, max, step = 1, unit, onChange, onCommit, onCancel } = props;
  const drag = useDragEscape(onCancel);
  const id = useId();
  /** The step by key that has been committed but that Radix is still to report as a change. */
  const keyStep = useRef<number | null>(null);
  const typed = useTypedValue({
    parse: (text) => Math.min(max, Math.max(min, numberInput(text))),
    onValue: onChange,
    onNone: onCancel,
    onCommit,
  });
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <Slider.Root
        key={drag.key}
        className={styles['root']}
        onPointerDown={(event) => {
          // Escape cancels only the drag, not what another control has staged.
          onCommit();
          drag.onPointerDown(event);
        }}
        value={[value]}
        min={min}
        max={Math.max(max, min + step)}
        step={step}
        onValueChange={([next]) => {
          const isCommitted = next === keyStep.current;
          keyStep.current = null;
          if (next !== undefined && !isCommitted) onChange(next);
        }}
        onValueCommit={([next]) => {
          // Radix commits a step by key before it reports the change. On release, `next` is the
          // value on show, which must not be applied again: other blocks may have another one.
          if (next !== undefined && next !== value) {
            keyStep.current = next;
            onChange(next);
          }
          onCommit();
        }}
      >
        <Slider.Track className={styles['track']}>
          <Slider.Range className={styles['range']} />
        </Slider.Track>
        <Slider.Thumb className={styles['thumb']} aria-label={label} />
      </Slider.Root>
      <span className={styles['number']}>
        <input
          id={id}
          inputMode="decimal"
          value={typed.text ?? String(Math.round(value * 10) / 10)}
          onChange={(event) => {
            typed.setText(event.target.value);
          }}
          onBlur={typed.finish}
          onKeyDown={(event) => {
            if (event.key === 'Enter') typed.finish();
          }}
        />
        {unit}
      </span>
    </div>
  );
}
