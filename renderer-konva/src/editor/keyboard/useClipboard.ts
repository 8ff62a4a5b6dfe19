import { editedBlockOf, routePaste } from '@cobble/engine';
import { useEffect } from 'react';
import { cleanPastedHtml } from '../../paste/cleanPastedHtml.ts';
import { deepActiveElement, deepTarget } from '../focus/deepTarget.ts';
import { pasteRefusalMessage } from '../messages/pasteRefusalMessage.ts';
import { pasteInView } from '../paste/pasteInView.ts';
import type { EditorStore } from '../stores/EditorStore.ts';
import { takeSelection } from './clipboardActions.ts';
import { isInGesture } from './isInGesture.ts';
import { isTyping } from './isTyping.ts';

/**
 * Handles the browser's copy, cut and paste events for blocks, images, links and text before the
 * canvas gets them, except while the user types, text of the interface or the host is selected, or the
 * focus is elsewhere on the host's page, in a dialog and during a gesture. Files that are pasted
 * without text while a text is edited end its editing, as when they are dropped. A press on the canvas
 * ends a selection of text.
 */
export function useClipboard(store: EditorStore): void {
  useEffect(() => {
    const { editor } = store;
    const notify = (message: string) => {
      store.notify(message);
    };
    const isElsewhere = (event: Event) =>
      isTyping(deepTarget(event)) ||
      isTyping(deepActiveElement()) ||
      // The focus decides, not the event: some browsers send it to where the caret was last.
      !store.region.owns(deepActiveElement()) ||
      store.hasDialog ||
      isInGesture(editor) ||
      editedBlockOf(editor.mode) !== null;

    const copy = (event: ClipboardEvent) => {
      if (isElsewhere(event) || !store.isEditing || hasSelectedText()) return;
      const count = editor.selection.size;
      const how = event.type === 'cut' ? 'cut' : 'copy';
      if (!event.clipboardData) return;
      const copied = takeSelection(store, how);
      if (copied === null) return;
      event.preventDefault();
      event.stopPropagation();
      event.clipboardData.setData('text/html', copied.html);
      event.clipboardData.setData('text/plain', copied.text);
      notify(how === 'cut' ? store.t('paste.cut', { count }) : store.t('paste.copied', { count }));
    };

    /** The focus is in the text of a block, which cannot have the files that are pasted. */
    const isFilesInEditedText = (data: DataTransfer): boolean =>
      editedBlockOf(editor.mode) !== null &&
      deepActiveElement()?.closest('.ProseMirror') != null &&
      store.region.owns(deepActiveElement()) &&
      !store.hasDialog &&
      store.services.uploads !== undefined &&
      data.files.length > 0 &&
      data.getData('text/plain') === '' &&
      // Images copied from web pages have HTML, too.
      cleanPastedHtml(data.getData('text/html')).textContent.trim() === '';

    const paste = (event: ClipboardEvent) => {
      const data = event.clipboardData;
      if (!data) return;
      const isForPage = isFilesInEditedText(data);
      if (isForPage) editor.stopTextEditing();
      const routed = routePaste(
        {
          files: [...data.files],
          text: data.getData('text/plain'),
          html: data.getData('text/html'),
        },
        {
          isTyping: !isForPage && isElsewhere(event),
          isEditing: store.isEditing,
          canEdit: editor.permissions.canEdit,
          kits: editor.kits,
        },
      );
      if (!routed.ok) {
        const message = pasteRefusalMessage(store.t, routed.code);
        if (message !== null) notify(message);
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      pasteInView(store, routed.value);
    };

    // The browser does not, because nothing on the canvas can be selected.
    const deselectText = (event: PointerEvent) => {
      const target = deepTarget(event);
      const isOnCanvas =
        target instanceof Element && target.closest('[data-cobble-canvas]') !== null;
      if (!isOnCanvas || editedBlockOf(editor.mode) !== null || !hasSelectedText()) return;
      document.getSelection()?.removeAllRanges();
    };

    window.addEventListener('pointerdown', deselectText, { capture: true });
    window.addEventListener('copy', copy, { capture: true });
    window.addEventListener('cut', copy, { capture: true });
    window.addEventListener('paste', paste, { capture: true });
    return () => {
      window.removeEventListener('pointerdown', deselectText, { capture: true });
      window.removeEventListener('copy', copy, { capture: true });
      window.removeEventListener('cut', copy, { capture: true });
      window.removeEventListener('paste', paste, { capture: true });
    };
  }, [store]);
}

function hasSelectedText(): boolean {
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && selection.toString().trim() !== '';
}
