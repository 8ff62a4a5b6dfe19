import { toast } from 'react-toastify/unstyled';
import type { NoticeAction, Notify } from './Notify.ts';
import styles from './notify.module.css';

/**
 * Shows notices as toasts: one in passing, which the next replaces, so that they never pile up over
 * the page; and one that offers something to do.
 */
export const notify: Notify = (message, { kind = 'info', durationMs = 2000, action } = {}) => {
  const toastId = action ? `offer-${action.label}` : 'passing';
  const content = action ? <WithAction message={message} action={action} /> : message;
  const options = { autoClose: durationMs, role: kind === 'error' ? 'alert' : 'status' };
  if (toast.isActive(toastId)) toast.update(toastId, { ...options, render: content });
  else toast(content, { ...options, toastId });
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
