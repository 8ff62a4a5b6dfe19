import { Button } from '@cobble/renderer-konva/editor/ui';
import { Plus } from 'lucide-react';
import { Awning } from '../../shared/town/Awning.tsx';
import { HOME_WORDS } from './homeWords.ts';
import styles from './HomeScreen.module.css';

/** A stall with nothing on it yet, and the one next step. */
export function EmptyShelf({
  words,
  onNewPage,
}: {
  readonly words: string;
  readonly onNewPage: () => void;
}) {
  return (
    <div className={styles['empty']}>
      <Awning look={1} />
      <div className={styles['counter']}>
        <p className={styles['invitation']}>{words}</p>
        <Button look="quiet" icon={<Plus aria-hidden="true" />} onClick={onNewPage}>
          {HOME_WORDS.newPage}
        </Button>
      </div>
    </div>
  );
}
