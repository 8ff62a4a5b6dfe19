import { Stone } from '@cobble/renderer-konva/editor/ui';
import styles from './Wordmark.module.css';

/** The product's name with its stone; the words are read, the stone is not. */
export function Wordmark() {
  return (
    <span className={styles['wordmark']}>
      <Stone className={styles['stone']} />
      Cobble
    </span>
  );
}
