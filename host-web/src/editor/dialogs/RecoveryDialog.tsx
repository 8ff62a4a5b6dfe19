import { Button, Dialog } from '@cobble/renderer-konva/editor/ui';
import { agoWords } from '../messages/agoWords.ts';
import styles from './dialogs.module.css';

/** Offers what was kept locally and not published; it must be answered. */
export function RecoveryDialog(props: {
  readonly updatedAtMs: number;
  readonly onRecover: () => void;
  readonly onDiscard: () => void;
}) {
  return (
    <Dialog
      isOpen
      mustAnswer
      onClose={props.onRecover}
      title="Welcome back"
      description={`We've recovered some unpublished changes made ${agoWords(props.updatedAtMs, Date.now())}. Do you want to recover them?`}
    >
      <div className={styles['buttons']}>
        <Button look="plain" onClick={props.onDiscard}>
          Discard Changes
        </Button>
        <Button look="primary" autoFocus onClick={props.onRecover}>
          Recover
        </Button>
      </div>
    </Dialog>
  );
}
