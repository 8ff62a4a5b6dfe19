import { Button } from '../ui/button/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { formatTimeAgo } from '../messages/formatTimeAgo.ts';
import { useT } from '../messages/i18n.ts';
import styles from './dialogs.module.css';

/** Offers the unpublished changes of the local copy. Only its two buttons close it. */
export function RecoveryDialog(props: {
  readonly updatedAtMs: number;
  readonly onRecover: () => void;
  readonly onDiscard: () => void;
}) {
  const t = useT();
  return (
    <Dialog
      isOpen
      mustAnswer
      onClose={props.onRecover}
      title={t('recoveryDialog.welcomeBack')}
      description={t('recoveryDialog.question', {
        time: formatTimeAgo(t, props.updatedAtMs, Date.now()),
      })}
    >
      <div className={styles['buttons']}>
        <Button variant="plain" onClick={props.onDiscard}>
          {t('recoveryDialog.discardChanges')}
        </Button>
        <Button variant="primary" autoFocus onClick={props.onRecover}>
          {t('recoveryDialog.recover')}
        </Button>
      </div>
    </Dialog>
  );
}
