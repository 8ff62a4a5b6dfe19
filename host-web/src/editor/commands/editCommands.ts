import { GEOMETRY } from '@cobble/engine';
import type { EditorStore } from '../stores/EditorStore.ts';
import type { Command } from './Command.ts';
import { openMenuByKey } from './openMenuByKey.ts';

const hasSelection = ({ editor }: EditorStore) => editor.selection.size > 0;

const nudge = (name: string, dx: number, dy: number): Command => ({
  id: `nudge-${name.toLowerCase()}`,
  label: `Nudge ${name.toLowerCase()} (Shift: 8 px)`,
  group: 'Edit',
  keys: [`Arrow${name}`, `Shift+Arrow${name}`],
  isCanvasKey: true,
  isAvailable: hasSelection,
  run: (store, { shift }) => {
    const step = shift ? GEOMETRY.nudgeShiftPx : GEOMETRY.nudgePx;
    store.tell(store.editor.nudge(dx * step, dy * step));
  },
});

/** Undo, selection, removal, and moving by keys. */
export const editCommands: readonly Command[] = [
  {
    id: 'undo',
    label: 'Undo',
    group: 'Edit',
    keys: ['Ctrl+Z'],
    isCanvasKey: true,
    run: ({ editor }) => {
      editor.undo();
    },
  },
  {
    id: 'redo',
    label: 'Redo',
    group: 'Edit',
    keys: ['Ctrl+Shift+Z', 'Ctrl+Y'],
    isCanvasKey: true,
    run: ({ editor }) => {
      editor.redo();
    },
  },
  {
    id: 'duplicate',
    label: 'Duplicate',
    group: 'Edit',
    keys: ['Ctrl+D'],
    run: (store) => {
      const isUploading = [...store.editor.selection].some((id) => store.uploads.items.has(id));
      const copies = isUploading
        ? ({ ok: false, code: 'cannot_clone_while_uploading' } as const)
        : store.editor.duplicate();
      if (store.tell(copies)) store.editor.select(copies.value);
    },
  },
  {
    id: 'delete',
    label: 'Delete',
    group: 'Edit',
    keys: ['Delete', 'Backspace'],
    isCanvasKey: true,
    isAvailable: hasSelection,
    run: (store) => {
      store.tell(store.editor.remove());
    },
  },
  {
    id: 'select-all',
    label: 'Select all',
    group: 'Edit',
    keys: ['Ctrl+A'],
    isCanvasKey: true,
    run: ({ editor }) => {
      editor.selectAll();
    },
  },
  {
    id: 'escape',
    label: 'Select nothing, step out',
    group: 'Edit',
    keys: ['Escape'],
    isCanvasKey: true,
    run: ({ editor }) => {
      editor.dispatch({ type: 'keydown', key: 'Escape' });
    },
  },
  {
    id: 'keep-drawing',
    label: 'Keep a drawing',
    group: 'Edit',
    keys: ['Enter'],
    isCanvasKey: true,
    isAvailable: ({ isDrawing }) => isDrawing,
    run: ({ editor }) => {
      editor.commitDrawing();
    },
  },
  {
    id: 'menu',
    label: 'Menu of the selection',
    group: 'Edit',
    keys: ['Shift+F10', 'ContextMenu'],
    isAvailable: ({ isDrawing }) => !isDrawing,
    run: openMenuByKey,
  },
  {
    id: 'edit-text',
    label: 'Edit text (Esc leaves it)',
    group: 'Edit',
    keys: ['Enter'],
    isCanvasKey: true,
    isAvailable: ({ editor }) => editor.selection.size === 1,
    run: ({ editor }) => {
      const [uuid] = editor.selection;
      if (uuid !== undefined) editor.startTextEditing(uuid);
    },
  },
  {
    id: 'link-words',
    label: 'Link the chosen words',
    group: 'Edit',
    keys: ['Ctrl+K'],
    isAvailable: ({ editor }) => editor.mode.name === 'text-editing',
    run: () => {
      document.querySelector<HTMLElement>('[data-cobble-link-words]')?.click();
    },
  },
  nudge('Left', -1, 0),
  nudge('Right', 1, 0),
  nudge('Up', 0, -1),
  nudge('Down', 0, 1),
];
