import { Button } from '@cobble/renderer-konva/editor/ui';
import { Plus } from 'lucide-react';
import { useT } from '../../messages/i18n.ts';
import { Awning } from '../../shared/town/Awning.tsx';
import styles from './HomeScreen.module.css';

/** An empty market stall with an invitation, and a button for a new page or a note. */
export function EmptyPages({
  message,
  note,
  onNewPage,
}: {
  readonly message: string;
  /** Why there is no button. */
  readonly note?: string;
  /** Without it, there is no button. */
  readonly onNewPage?: () => void;
}) {
  const t = useT();
  return (
    <div className={styles['empty']}>
      <Awning color={1} />
      <div className={styles['counter']}>
        <p className={styles['invitation']}>{message}</p>
        {note !== undefined && <p>{note}</p>}
        {onNewPage && (
          <Button variant="outlined" icon={<Plus aria-hidden="true" />} onClick={onNewPage}>
            {t('home.newPage')}
          </Button>
        )}
      </div>
    </div>
  );
}
