import { Switch as Radix } from 'radix-ui';
import { useId } from 'react';
import styles from './Switch.module.css';

/** A labelled switch with immediate effect. */
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
  /** The size for the editor's bars. */
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
