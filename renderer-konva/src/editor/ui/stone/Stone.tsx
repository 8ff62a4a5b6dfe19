import styles from './Stone.module.css';

/** The product's stone with a face: glad, or sorry after an error. Decoration only. */
export function Stone({
  mood = 'glad',
  className,
}: {
  readonly mood?: 'glad' | 'sorry';
  readonly className?: string | undefined;
}) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <path className={styles['body']} d="M4 19c-1-7 4-14 12-15s13 5 13 12-5 12-13 12S5 25 4 19Z" />
      <circle className={styles['eye']} cx="12" cy="15" r="1.8" />
      <circle className={styles['eye']} cx="20" cy="14.5" r="1.8" />
      <path
        className={styles['smile']}
        d={
          mood === 'glad'
            ? 'M11.500 20c3 2.500 6.500 2.300 9-.7'
            : 'M12 22.200c2.600-2.300 6-2.500 8.400-.6'
        }
      />
    </svg>
  );
}
