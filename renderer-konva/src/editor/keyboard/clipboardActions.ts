import { type CopiedBlocks, routePaste } from '@cobble/engine';
import { pasteRefusalMessage } from '../messages/pasteRefusalMessage.ts';
import { pasteInView } from '../paste/pasteInView.ts';
import type { EditorStore } from '../stores/EditorStore.ts';

/**
 * Returns the selection for the clipboard, and removes it when cutting. Null if nothing can be copied
 * or the selection cannot be cut; the user is notified of the latter.
 */
export function takeSelection(store: EditorStore, how: 'copy' | 'cut'): CopiedBlocks | null {
  const { editor } = store;
  if (how === 'copy' || editor.selection.size === 0) return editor.copy();
  const cut = editor.cut();
  return store.report(cut) ? cut.value : null;
}

/** Copies or cuts the selection from a menu and notifies the user of the result. */
export async function copySelection(store: EditorStore, how: 'copy' | 'cut'): Promise<void> {
  const { editor } = store;
  const count = editor.selection.size;
  // Written before the blocks are removed, because cut blocks that are not in the clipboard would
  // be lost.
  const copied = editor.copy();
  if (copied === null) return;
  try {
    await writeClipboard(copied);
  } catch {
    store.notify(how === 'cut' ? store.t('paste.cutByKey') : store.t('paste.copyByKey'));
    return;
  }
  // The browser may have asked for permission meanwhile: only what was copied may be removed.
  const canRemove = how === 'cut' && editor.copy()?.html === copied.html;
  if (canRemove && takeSelection(store, 'cut') === null) return;
  store.notify(canRemove ? store.t('paste.cut', { count }) : store.t('paste.copied', { count }));
}

/**
 * Writes copied blocks to the clipboard. Must be called synchronously in a click handler: Safari
 * allows nothing else. Rejects if the browser cannot write several formats, or does not allow it.
 */
function writeClipboard(copied: CopiedBlocks): Promise<void> {
  const parts = Object.entries({ 'text/html': copied.html, 'text/plain': copied.text }).map(
    ([type, part]) => [type, new Blob([part], { type })] as const,
  );
  return navigator.clipboard.write([new ClipboardItem(Object.fromEntries(parts))]);
}

/**
 * Pastes from a menu. If the browser does not allow reading the clipboard, tells the user which key
 * to press.
 */
export async function pasteFromClipboard(store: EditorStore): Promise<void> {
  const { editor } = store;
  const contents = await readClipboard();
  if (!contents) {
    store.notify(store.t('paste.pasteByKey'));
    return;
  }
  const routed = routePaste(contents, {
    isTyping: false,
    isEditing: store.isEditing,
    canEdit: editor.permissions.canEdit,
    kits: editor.kits,
  });
  if (routed.ok) {
    pasteInView(store, routed.value);
    return;
  }
  const message = pasteRefusalMessage(store.t, routed.code);
  if (message !== null) store.notify(message);
}

/** The clipboard's contents; null if the browser or the user does not allow reading it. */
async function readClipboard(): Promise<{ files: File[]; text: string; html: string } | null> {
  try {
    const contents = { files: [] as File[], text: '', html: '' };
    for (const item of await navigator.clipboard.read()) {
      const image = item.types.find((type) => type.startsWith('image/'));
      if (image !== undefined)
        contents.files.push(new File([await item.getType(image)], 'pasted', { type: image }));
      if (item.types.includes('text/plain'))
        contents.text = await (await item.getType('text/plain')).text();
      if (item.types.includes('text/html'))
        contents.html = await (await item.getType('text/html')).text();
    }
    return contents;
  } catch {
    return null;
  }
}
