import { Stone } from '@cobble/renderer-konva/editor/ui';
import { Bunting } from '../../shared/town/Bunting.tsx';
import styles from './DialogBanner.module.css';

/** A feast day's sky above a dialog that has something to celebrate. An image only. */
export function DialogBanner() {
  return (
    <div className={styles['banner']} aria-hidden>
      <Bunting />
      <Stone className={styles['stone']} />
    </div>
  );
}
