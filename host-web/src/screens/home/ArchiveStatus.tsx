import styles from './ArchiveDialog.module.css';

/** The progress and result of an export or import, announced as they change. */
export function ArchiveStatus({
  status,
  error,
  warnings,
}: {
  readonly status: string;
  readonly error: string | null;
  readonly warnings: readonly string[];
}) {
  return (
    <>
      <div role="status" className={styles['status']}>
        {status}
        {warnings.length > 0 && (
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        )}
      </div>
      {error !== null && (
        <p role="alert" className={styles['error']}>
          {error}
        </p>
      )}
    </>
  );
}
