import { toast } from 'react-toastify/unstyled';

/** How a toast may differ from the rest. */
export interface ToastOptions {
  /** How long it stays; the default is 2000. Section 9 has 5000 for publishing and verification. */
  readonly autoCloseMs?: number;
  /** The same id twice shows one toast. The default is its text. */
  readonly id?: string;
}

/**
 * Tells the person something in passing. Text only: names of people and pages stand in toasts, and
 * must stay text [ML1].
 */
export function showToast(text: string, options: ToastOptions = {}): void {
  toast(text, { toastId: options.id ?? text, autoClose: options.autoCloseMs ?? 2000 });
}
