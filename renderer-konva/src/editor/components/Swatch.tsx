import styles from './Swatch.module.css';

/** A dot of a colour; a chequered one when it is see-through. */
export function Swatch({ color }: { readonly color: string }) {
  return (
    <span className={styles['swatch']} aria-hidden>
      <span className={styles['color']} style={{ background: color }} />
    </span>
  );
}
