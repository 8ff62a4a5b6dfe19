import { Switch as Radix } from 'radix-ui';
import { useId } from 'react';
import styles from './Switch.module.css';

/** A labelled setting that is on or off at once. */
export function Switch({
  label,
  isOn,
  onToggle,
  disabled = false,
  isSmall = false,
}: {
  readonly label: string;
  readonly isOn: boolean;
  readonly onToggle: (isOn: boolean) => void;
  readonly disabled?: boolean;
  /** Fits the bars of the editor. */
  readonly isSmall?: boolean;
}) {
  const id = useId();
  return (
    <div className={styles[isSmall ? 'small' : 'field']}>
      <label htmlFor={id}>{label}</label>
      <Radix.Root
        id={id}
        className={styles['root']}
        checked={isOn}
        onCheckedChange={onToggle}
        disabled={disabled}
      >
        <Radix.Thumb className={styles['thumb']} />
      </Radix.Root>
    </div>
  );
}
