import type { EditorStore } from '../stores/EditorStore.ts';

/** Copies the page's public address and notifies the user. */
export async function copyPageUrl(store: EditorStore): Promise<void> {
  const { publicUrl } = store;
  if (publicUrl === null) return;
  try {
    await navigator.clipboard.writeText(publicUrl);
    store.notify(store.t('pageBar.urlCopied'));
  } catch {
    // The browser forbids it, so the address is shown and can be copied by hand.
    store.notify(publicUrl, { durationMs: 7000 });
  }
}
