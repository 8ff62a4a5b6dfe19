import { richTextFromPlain } from '@cobble/engine';
import { useEffect } from 'react';
import { addInView } from '../commands/toolCommands.ts';
import type { EditorStore } from '../stores/EditorStore.ts';
import { isTyping } from './isTyping.ts';

const blocks = (count: number) => `${String(count)} block${count === 1 ? '' : 's'}`;

/**
 * Copy, cut and paste by the browser's own clipboard events: blocks, pictures and plain text. They
 * are taken before the canvas hears them, wherever the focus is, as people expect of an editor.
 */
export function useClipboard(store: EditorStore): void {
  useEffect(() => {
    const { editor, notify } = store;
    const isElsewhere = (event: Event) =>
      isTyping(event.target) ||
      isTyping(document.activeElement) ||
      store.dialog !== null ||
      editor.mode.name === 'text-editing';

    const copy = (event: ClipboardEvent) => {
      if (isElsewhere(event) || !store.isEditing || hasSelectedWords()) return;
      const count = editor.selection.size;
      const text = event.type === 'cut' ? cutText(store) : editor.copy();
      if (text === null || !event.clipboardData) return;
      event.preventDefault();
      event.stopPropagation();
      event.clipboardData.setData('text/plain', text);
      notify(`${blocks(count)} copied`);
    };

    const paste = (event: ClipboardEvent) => {
      const data = event.clipboardData;
      if (isElsewhere(event) || !data) return;
      if (!store.isEditing) {
        if (editor.permissions.canEdit) notify('Enter edit mode to paste');
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      const files = [...data.files];
      if (files.length > 0) {
        void store.uploads.add(files, store.view.centre);
        return;
      }
      const text = data.getData('text/plain');
      if (text.trim() === '') return;
      const pasted = editor.paste(text);
      if (pasted.ok) notify(`${blocks(pasted.value.length)} pasted`);
      else if (pasted.code === 'clipboard_invalid' && !looksLikeBlocks(text))
        pasteWords(store, text);
      else store.tell(pasted);
    };

    window.addEventListener('copy', copy, { capture: true });
    window.addEventListener('cut', copy, { capture: true });
    window.addEventListener('paste', paste, { capture: true });
    return () => {
      window.removeEventListener('copy', copy, { capture: true });
      window.removeEventListener('cut', copy, { capture: true });
      window.removeEventListener('paste', paste, { capture: true });
    };
  }, [store]);
}

function cutText(store: EditorStore): string | null {
  if (store.editor.selection.size === 0) return null;
  const cut = store.editor.cut();
  return store.tell(cut) ? cut.value : null;
}

function hasSelectedWords(): boolean {
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && selection.toString() !== '';
}

/** Words from elsewhere become a text block as wide as a paragraph reads well. */
function pasteWords(store: EditorStore, text: string): void {
  const words = text.replaceAll('\r\n', '\n').trim().slice(0, 20_000);
  const uuid = addInView(store, { type: 'text', content: { text: richTextFromPlain(words) } });
  if (uuid !== null && words.length > 12)
    store.editor.update(uuid, { position: { x: 0.15, width: 0.7 } });
}

/** Blocks that were damaged on their way should not turn into a page of JSON. */
function looksLikeBlocks(text: string): boolean {
  return /^\s*[<[{].*"(things|blocks)"/s.test(text);
}
