import { Stone } from '@cobble/renderer-konva/editor/ui';
import { useT } from '../messages/i18n.ts';
import styles from './Wordmark.module.css';

/** The product's name and its stone, which is hidden from screen readers. */
export function Wordmark() {
  const t = useT();
  return (
    <span className={styles['wordmark']}>
      <Stone className={styles['stone']} />
      {t('app.name')}
    </span>
  );
}
