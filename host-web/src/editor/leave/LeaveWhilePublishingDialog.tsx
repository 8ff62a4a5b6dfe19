import { Button, Dialog } from '@cobble/renderer-konva/editor/ui';
import { useT } from '../../messages/i18n.ts';
import styles from '../dialogs.module.css';

/**
 * Asks whether to leave while the page is being published.
 *
 * @param props.isKept whether the browser keeps the changes if publishing fails [PB8]
 */
export function LeaveWhilePublishingDialog(props: {
  readonly isKept: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}) {
  const t = useT();
  return (
    <Dialog
      isOpen
      onClose={props.onStay}
      title={t('leaveWhilePublishing.title')}
      description={
        props.isKept ? t('leaveWhilePublishing.kept') : t('leaveWhilePublishing.notKept')
      }
    >
      <div className={styles['buttons']}>
        <Button variant="plain" onClick={props.onLeave}>
          {t('leaveWhilePublishing.leave')}
        </Button>
        <Button variant="primary" autoFocus onClick={props.onStay}>
          {t('leaveWhilePublishing.stay')}
        </Button>
      </div>
    </Dialog>
  );
}
