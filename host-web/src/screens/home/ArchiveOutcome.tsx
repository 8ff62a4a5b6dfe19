import styles from './ArchiveDialog.module.css';

/** What happens and what came of it, read out as it changes. */
export function ArchiveOutcome({
  said,
  refusal,
  lost,
}: {
  readonly said: string;
  readonly refusal: string | null;
  readonly lost: readonly string[];
}) {
  return (
    <>
      <div role="status" className={styles['said']}>
        {said}
        {lost.length > 0 && (
          <ul>
            {lost.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        )}
      </div>
      {refusal !== null && (
        <p role="alert" className={styles['refusal']}>
          {refusal}
        </p>
      )}
    </>
  );
}
