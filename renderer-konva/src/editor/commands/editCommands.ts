import { GEOMETRY, refuse } from '@cobble/engine';
import type { EditorStore } from '../stores/EditorStore.ts';
import type { Command } from './Command.ts';
import { openMenuByKey } from './openMenuByKey.ts';

const hasSelection = ({ editor }: EditorStore) => editor.selection.size > 0;

const nudge = (name: 'Left' | 'Right' | 'Up' | 'Down', dx: number, dy: number): Command => ({
  id: `nudge-${name.toLowerCase() as Lowercase<typeof name>}`,
  group: 'edit',
  keys: [`Arrow${name}`, `Shift+Arrow${name}`],
  isCanvasKey: true,
  isAvailable: hasSelection,
  run: (store, { shift }) => {
    const step = shift ? GEOMETRY.nudgeShiftPx : GEOMETRY.nudgePx;
    store.report(store.editor.nudge(dx * step, dy * step));
  },
});

/** Undo, duplication, removal, selection, the context menu, text, and moving with keys. */
export const editCommands: readonly Command[] = [
  {
    id: 'undo',
    group: 'edit',
    keys: ['Ctrl+Z'],
    isCanvasKey: true,
    // Otherwise, the key cancels the upload.
    isAvailable: (store) => !store.undoesUpload,
    run: (store) => {
      store.undo();
    },
  },
  {
    id: 'redo',
    group: 'edit',
    keys: ['Ctrl+Shift+Z', 'Ctrl+Y'],
    isCanvasKey: true,
    run: ({ editor }) => {
      editor.redo();
    },
  },
  {
    id: 'cancel-upload',
    group: 'edit',
    keys: ['Ctrl+Z'],
    isAvailable: (store) => store.undoesUpload,
    run: (store) => {
      store.undo();
    },
  },
  {
    id: 'duplicate',
    group: 'edit',
    keys: ['Ctrl+D'],
    run: (store) => {
      const isUploading = [...store.editor.selection].some((id) => store.uploads.items.has(id));
      const copies = isUploading
        ? refuse('cannot_clone_while_uploading')
        : store.editor.duplicate();
      if (store.report(copies)) store.editor.select(copies.value);
    },
  },
  {
    id: 'delete',
    group: 'edit',
    keys: ['Delete', 'Backspace'],
    isCanvasKey: true,
    isAvailable: hasSelection,
    run: (store) => {
      // Otherwise undo would restore the block without what was typed. An empty text is gone by then.
      store.editor.stopTextEditing();
      if (store.editor.selection.size > 0) store.report(store.editor.remove());
    },
  },
  {
    id: 'select-all',
    group: 'edit',
    keys: ['Ctrl+A'],
    isCanvasKey: true,
    run: ({ editor }) => {
      editor.selectAll();
    },
  },
  {
    id: 'escape',
    group: 'edit',
    keys: ['Escape'],
    isCanvasKey: true,
    run: ({ editor }) => {
      editor.dispatch({ type: 'keydown', key: 'Escape' });
    },
  },
  {
    id: 'keep-drawing',
    group: 'edit',
    keys: ['Enter'],
    isCanvasKey: true,
    isAvailable: ({ isDrawing }) => isDrawing,
    run: ({ editor }) => {
      editor.commitDrawing();
    },
  },
  {
    id: 'menu',
    group: 'edit',
    keys: ['Shift+F10', 'ContextMenu'],
    isAvailable: ({ isDrawing }) => !isDrawing,
    run: openMenuByKey,
  },
  {
    id: 'edit-text',
    group: 'edit',
    keys: ['Enter'],
    isCanvasKey: true,
    isAvailable: ({ editor }) => editor.selection.size === 1,
    run: ({ editor }) => {
      const [uuid] = editor.selection;
      if (uuid !== undefined) editor.startTextEditing(uuid);
    },
  },
  {
    id: 'link-text',
    group: 'edit',
    keys: ['Ctrl+K'],
    isAvailable: ({ editor }) => editor.mode.name === 'text-editing',
    run: ({ region }) => {
      region.find('[data-cobble-link-text]')?.click();
    },
  },
  nudge('Left', -1, 0),
  nudge('Right', 1, 0),
  nudge('Up', 0, -1),
  nudge('Down', 0, 1),
];
