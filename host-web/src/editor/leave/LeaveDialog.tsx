import { Button, Dialog } from '@cobble/renderer-konva/editor/ui';
import styles from '../dialogs.module.css';

/** Asks before unsaved changes are left behind. */
export function LeaveDialog(props: { readonly onStay: () => void; readonly onLeave: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={props.onStay}
      title="Leave this page?"
      description="You have UNSAVED changes. CANCEL to return and save. OKAY to discard them."
    >
      <div className={styles['buttons']}>
        <Button look="plain" onClick={props.onLeave}>
          Okay
        </Button>
        <Button look="primary" autoFocus onClick={props.onStay}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
