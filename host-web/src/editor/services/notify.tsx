import { toast } from 'react-toastify/unstyled';
import type { NoticeAction, Notify } from './Notify.ts';
import styles from './notify.module.css';

/** Shows notices as toasts; the same words twice are one toast. */
export const notify: Notify = (message, { kind = 'info', durationMs = 2000, action } = {}) => {
  toast(action ? <WithAction message={message} action={action} /> : message, {
    toastId: message,
    autoClose: durationMs,
    role: kind === 'error' ? 'alert' : 'status',
  });
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
