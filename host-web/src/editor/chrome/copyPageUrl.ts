import type { EditorStore } from '../stores/EditorStore.ts';

/** Puts the page's public address on the clipboard and says so. */
export async function copyPageUrl(store: EditorStore): Promise<void> {
  try {
    await navigator.clipboard.writeText(store.publicUrl);
    store.notify('Page URL copied');
  } catch {
    // A browser that forbids it: the address is what was wanted, so show it to be copied by hand.
    store.notify(store.publicUrl, { durationMs: 7000 });
  }
}
