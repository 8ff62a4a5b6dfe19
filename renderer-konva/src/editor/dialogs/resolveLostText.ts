import { addTextInView } from '../paste/pasteInView.ts';
import type { EditorStore } from '../stores/EditorStore.ts';
import { contentOfLostText, type LostText } from '../stores/LostTexts.ts';

/** Copies a text that could not be committed, and then closes the dialog about it. */
export async function copyLostText(store: EditorStore, text: LostText): Promise<void> {
  try {
    await navigator.clipboard.writeText(text.plain);
  } catch {
    store.notify(store.t('lostTextDialog.copyByKey'), { kind: 'error', durationMs: 7000 });
    return;
  }
  store.lostTexts.remove(text);
  store.notify(store.t('lostTextDialog.copied'));
}

/**
 * Adds a text that could not be committed to the page as a new block, in the style that it had. If that is refused, the user is
 * told why, and the dialog stays open.
 */
export function addLostText(store: EditorStore, text: LostText): void {
  if (addTextInView(store, contentOfLostText(text), { isLong: true })) store.lostTexts.remove(text);
}
