import { toast } from 'react-toastify/unstyled';

/** Options of {@link showToast}. */
export interface ToastOptions {
  /** How long it is shown, ms; default 2000. */
  readonly autoCloseMs?: number;
  /** Two toasts with the same id are shown as one; default: the text. */
  readonly id?: string;
}

/** Shows a short notice. It is plain text, because it can contain names that users chose. */
export function showToast(text: string, options: ToastOptions = {}): void {
  toast(text, { toastId: options.id ?? text, autoClose: options.autoCloseMs ?? 2000 });
}
