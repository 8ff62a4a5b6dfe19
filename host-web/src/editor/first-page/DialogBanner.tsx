import { Stone } from '@cobble/renderer-konva/editor/ui';
import { Bunting } from '../../shared/town/Bunting.tsx';
import styles from './DialogBanner.module.css';

/** A festive banner for dialogs that celebrate something. Decorative. */
export function DialogBanner() {
  return (
    <div className={styles['banner']} aria-hidden>
      <Bunting />
      <Stone className={styles['stone']} />
    </div>
  );
}
