import styles from './Spinner.module.css';

/**
 * Three dots that bounce one after the other. With a `label` it is announced; without one it is
 * decoration.
 */
export function Spinner({ label }: { readonly label?: string }) {
  return (
    <span
      className={styles['dots']}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'status' })}
    >
      <span className={styles['dot']} />
      <span className={styles['dot']} />
      <span className={styles['dot']} />
      {label !== undefined && <span className="visually-hidden">{label}</span>}
    </span>
  );
}
