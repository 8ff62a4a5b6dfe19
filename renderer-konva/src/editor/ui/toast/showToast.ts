import { inputError } from '@cobble/engine';
import { checkAllFields } from '../../../checkProps.ts';
import { toast } from 'react-toastify/unstyled';

/** Options of {@link showToast}. */
export interface ToastOptions {
  /** How long it is shown, ms; default 2000. */
  readonly autoCloseMs?: number;
  /** Two toasts with the same id are shown as one; default: the text. */
  readonly id?: string;
}

/** When each toast, by id, closes. */
const closingMs = new Map<string, number>();

/**
 * Shows a short notice. It is plain text, because it can contain names that users chose. If it is
 * already visible, it stays until both notices would have closed.
 *
 * @throws CobbleError `input_invalid` (details: `path`) for an argument or option of the wrong type
 */
export function showToast(text: string, options: ToastOptions = {}): void {
  if (typeof (text as unknown) !== 'string') throw inputError('text', 'must be a string');
  checkAllFields('options', options, { id: 'string', autoCloseMs: 'number' });
  const { id = text, autoCloseMs = 2000 } = options;
  const untilMs = performance.now() + autoCloseMs;
  if (toast.isActive(id)) {
    if (untilMs <= (closingMs.get(id) ?? 0)) return;
    restartToast(id, autoCloseMs);
  } else {
    const onClose = (): void => void closingMs.delete(id);
    toast(text, { toastId: id, autoClose: autoCloseMs, onClose });
  }
  closingMs.set(id, untilMs);
}

/** Closes a visible toast after this time, in place of the time that it had left. */
export function restartToast(id: string | number, autoCloseMs: number): void {
  // By default, an update is delayed, and could bring back a toast that was closed meanwhile.
  toast.update(id, { autoClose: autoCloseMs, delay: 0 });
}
