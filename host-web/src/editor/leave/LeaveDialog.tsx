import { Button, Dialog } from '@cobble/renderer-konva/editor/ui';
import styles from '../dialogs.module.css';

/**
 * Asks whether to leave the page. Staying is the default.
 *
 * @param props.text what happens to the user's work
 * @param props.leave the label of the button that leaves
 * @param props.stay the label of the one that stays
 */
export function LeaveDialog(props: {
  readonly title: string;
  readonly text: string;
  readonly leave: string;
  readonly stay: string;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}) {
  return (
    <Dialog isOpen onClose={props.onStay} title={props.title} description={props.text}>
      <div className={styles['buttons']}>
        <Button variant="plain" onClick={props.onLeave}>
          {props.leave}
        </Button>
        <Button variant="primary" autoFocus onClick={props.onStay}>
          {props.stay}
        </Button>
      </div>
    </Dialog>
  );
}
