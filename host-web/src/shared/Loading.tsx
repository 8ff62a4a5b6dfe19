import { Spinner } from '@cobble/renderer-konva/editor/ui';
import { useT } from '../messages/i18n.ts';
import styles from './Loading.module.css';

/** A spinner that fills the screen while code or data loads. */
export function Loading() {
  const t = useT();
  return (
    <main className={styles['loading']}>
      <Spinner label={t('app.loading')} />
    </main>
  );
}
