import { X } from 'lucide-react';
import { type Id, toast, type ToastContentProps } from 'react-toastify/unstyled';
import { restartToast } from '../ui/toast/showToast.ts';
import { useT } from '../messages/i18n.ts';
import { checkNotice, type NoticeAction, type Notify } from './Notify.ts';
import styles from './notify.module.css';

/** How long a toast takes to disappear, ms. */
const LEAVING_MS = 400;

/** The last toast of each slot, replaced by the slot's next notice. One entry per action label. */
const lastToasts = new Map<string, { id: Id; message: string; untilMs: number }>();

/**
 * Shows notices as toasts. A notice replaces the previous one of its slot, so that toasts do not pile
 * up over the page: one slot for notices without an action, and one per action label. Repeating a
 * visible message does nothing, unless its action has a `run` or the other notice has another action:
 * the new one then replaces it.
 *
 * @throws CobbleError `input_invalid` (details: `path`) for an argument or option of the wrong type
 */
export const notify: Notify = (message, options = {}) => {
  checkNotice(message, options);
  const { kind = 'info', durationMs = 2000, action, signal } = options;
  const slot = action ? `action ${action.label}` : 'message';
  const last = lastToasts.get(slot);
  const now = performance.now();
  const untilMs = now + durationMs;
  const hideOnAbort = (id: Id) =>
    signal?.addEventListener('abort', () => {
      toast.dismiss(id);
      // The next notice with the same text is not a repetition: this one disappears.
      if (lastToasts.get(slot)?.id === id) lastToasts.delete(slot);
    });
  if (last && toast.isActive(last.id)) {
    // With the same message, `run` can be another function.
    const isSame = last.message === message && action?.run === undefined;
    if (isSame && now < last.untilMs - LEAVING_MS) {
      hideOnAbort(last.id);
      if (untilMs <= last.untilMs) return;
      restartToast(last.id, durationMs);
      last.untilMs = untilMs;
      return;
    }
    toast.dismiss(last.id);
  }
  for (const other of lastToasts.values()) if (other.message === message) toast.dismiss(other.id);
  // A click beside the button must not take the chance to press it.
  const content = action
    ? ({ closeToast }: ToastContentProps) => (
        <WithAction
          message={message}
          action={action}
          onClose={() => {
            closeToast();
          }}
        />
      )
    : message;
  const id = toast(content, {
    autoClose: durationMs,
    role: kind === 'error' ? 'alert' : 'status',
    ...(action && { closeOnClick: false }),
  });
  hideOnAbort(id);
  lastToasts.set(slot, { id, message, untilMs });
};

function WithAction({
  message,
  action,
  onClose,
}: {
  readonly message: string;
  readonly action: NoticeAction;
  readonly onClose: () => void;
}) {
  const t = useT();
  const act = () => {
    onClose();
    action.run?.();
  };
  return (
    <span className={styles['notice']}>
      <span className={styles['text']}>
        {message}
        {action.href === undefined ? (
          <button type="button" className={styles['action']} onClick={act}>
            {action.label}
          </button>
        ) : (
          <a
            className={styles['action']}
            href={action.href}
            target="_blank"
            rel="noopener"
            onClick={onClose}
          >
            {action.label}
          </a>
        )}
      </span>
      <button
        type="button"
        className={styles['close']}
        aria-label={t('toasts.dismiss')}
        onClick={onClose}
      >
        <X aria-hidden />
      </button>
    </span>
  );
}
