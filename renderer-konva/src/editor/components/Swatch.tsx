import styles from './Swatch.module.css';

/** A dot in a colour, over a chequered pattern if the colour is transparent. */
export function Swatch({ color }: { readonly color: string }) {
  return (
    <span className={styles['swatch']} aria-hidden>
      <span className={styles['color']} style={{ background: color }} />
    </span>
  );
}
