import type { UnsavedWork } from '@cobble/renderer-konva/editor';
import { Button, Dialog } from '@cobble/renderer-konva/editor/ui';
import { useT } from '../../messages/i18n.ts';
import styles from '../dialogs.module.css';

/** Asks whether to discard unsaved work. */
export function LeaveDialog(props: {
  readonly work: UnsavedWork;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}) {
  const t = useT();
  return (
    <Dialog
      isOpen
      onClose={props.onStay}
      title={t('leaveDialog.title')}
      description={t(`leaveText.${props.work}`)}
    >
      <div className={styles['buttons']}>
        <Button variant="plain" onClick={props.onLeave}>
          {t('leaveDialog.okay')}
        </Button>
        <Button variant="primary" autoFocus onClick={props.onStay}>
          {t('leaveDialog.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
