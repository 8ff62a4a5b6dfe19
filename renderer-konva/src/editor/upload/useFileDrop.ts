import { editedBlockOf } from '@cobble/engine';
import { type DragEvent, type HTMLAttributes, useRef, useState } from 'react';
import { deepTarget } from '../focus/deepTarget.ts';
import type { EditorStore } from '../stores/EditorStore.ts';

/** What {@link useFileDrop} returns. */
export interface FileDrop {
  /** Whether files are dragged over the editor. */
  readonly isOver: boolean;
  /**
   * For the editor's root element. React also calls them for the popups and dialogs of the editor,
   * wherever they are in the document.
   */
  readonly handlers: Pick<
    HTMLAttributes<HTMLElement>,
    'onDragEnter' | 'onDragLeave' | 'onDragOver' | 'onDrop' | 'onDropCapture'
  >;
}

/**
 * Accepts files that are dropped on the editor, and leaves drags over the rest of the window to the
 * host. While a dialog is open, nothing is uploaded to the page behind it: a dialog of the host gets
 * its files, and a file that nobody takes is not opened by the browser.
 *
 * @param frame the canvas's frame, whose corner is the origin of `view.toPage`
 */
export function useFileDrop(store: EditorStore, frame: HTMLElement | null): FileDrop {
  const [isOver, setOver] = useState(false);
  const depth = useRef(0);
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
  const isLeftToDialog = (event: DragEvent) =>
    hasFiles(event) && store.hasDialog && !isFileField(deepTarget(event.nativeEvent));
  return {
    isOver,
    handlers: {
      onDragEnter(event) {
        if (!hasFiles(event)) return;
        depth.current += 1;
        setOver(true);
      },
      onDragLeave(event) {
        if (!hasFiles(event)) return;
        depth.current -= 1;
        if (depth.current <= 0) setOver(false);
      },
      onDragOver(event) {
        if (!store.hasDialog) {
          if (hasFiles(event)) event.preventDefault();
        } else if (isLeftToDialog(event) && !event.isDefaultPrevented()) {
          event.preventDefault();
          event.dataTransfer.dropEffect = 'none';
        }
      },
      onDrop(event) {
        if (isLeftToDialog(event)) event.preventDefault();
      },
      // Before the text being edited, which would insert the file's name or image.
      onDropCapture(event) {
        depth.current = 0;
        setOver(false);
        if (!hasFiles(event) || store.hasDialog) return;
        // Even where nothing is uploaded: the browser would open the file instead of the editor.
        event.preventDefault();
        if (!store.editor.permissions.canEdit || !store.services.uploads) return;
        event.stopPropagation();
        if (!store.isEditing) {
          store.notify(store.t('upload.needsEditing'), { kind: 'error' });
          return;
        }
        if (editedBlockOf(store.editor.mode) !== null) store.editor.stopTextEditing();
        const corner = frame?.getBoundingClientRect();
        const at = store.view.toPage({
          x: event.clientX - (corner?.x ?? 0),
          y: event.clientY - (corner?.y ?? 0),
        });
        void store.uploads.add([...event.dataTransfer.files], at);
      },
    },
  };
}

/** Whether the browser itself puts the files that are dropped on an element into it. */
function isFileField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input[type="file"]');
}
