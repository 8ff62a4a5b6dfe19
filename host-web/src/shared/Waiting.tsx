import { Spinner } from '@cobble/renderer-konva/editor/ui';
import styles from './Waiting.module.css';

/** Shown while a screen's own code comes. */
export function Waiting() {
  return (
    <main className={styles['waiting']}>
      <Spinner label="Loading" />
    </main>
  );
}
