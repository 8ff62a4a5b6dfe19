import { type Id, toast } from 'react-toastify/unstyled';
import type { NoticeAction, Notify } from './Notify.ts';
import styles from './notify.module.css';

/** A toast that goes away can no longer be written to: it takes about this long, ms. */
const LEAVING_MS = 400;

/** What was shown last in each place. */
const shown = new Map<string, { id: Id; message: string; untilMs: number }>();

/**
 * Shows notices as toasts: one in passing, which the next replaces, so that they never pile up over
 * the page; and one for each thing that is offered to be done. The same words twice are one toast.
 */
export const notify: Notify = (message, { kind = 'info', durationMs = 2000, action } = {}) => {
  const place = action ? `offer ${action.label}` : 'passing';
  const last = shown.get(place);
  const now = performance.now();
  if (last && toast.isActive(last.id)) {
    // The same words can offer to do something else.
    const isSame = last.message === message && action?.run === undefined;
    if (isSame && now < last.untilMs - LEAVING_MS) return;
    toast.dismiss(last.id);
  }
  const id = toast(action ? <WithAction message={message} action={action} /> : message, {
    autoClose: durationMs,
    role: kind === 'error' ? 'alert' : 'status',
  });
  shown.set(place, { id, message, untilMs: now + durationMs });
};

function WithAction({
  message,
  action,
}: {
  readonly message: string;
  readonly action: NoticeAction;
}) {
  return (
    <span className={styles['notice']}>
      {message}
      {action.href === undefined ? (
        <button type="button" className={styles['action']} onClick={action.run}>
          {action.label}
        </button>
      ) : (
        <a className={styles['action']} href={action.href} target="_blank" rel="noopener">
          {action.label}
        </a>
      )}
    </span>
  );
}
