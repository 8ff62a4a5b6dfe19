import type { EditorStore } from '../stores/EditorStore.ts';

/** Puts the page's public address on the clipboard and says so. */
export async function copyPageUrl(store: EditorStore): Promise<void> {
  const { publicUrl } = store;
  if (publicUrl === null) return;
  try {
    await navigator.clipboard.writeText(publicUrl);
    store.notify(store.t('pageBar.urlCopied'));
  } catch {
    // A browser that forbids it: the address is what was wanted, so show it to be copied by hand.
    store.notify(publicUrl, { durationMs: 7000 });
  }
}
