import { GEOMETRY } from '@cobble/engine';
import type { EditorStore } from '../stores/EditorStore.ts';
import type { Command } from './Command.ts';

const hasSelection = ({ editor }: EditorStore) => editor.selection.size > 0;

const nudge = (name: string, dx: number, dy: number): Command => ({
  id: `nudge-${name.toLowerCase()}`,
  label: `Nudge ${name.toLowerCase()} (Shift: 8 px)`,
  group: 'Edit',
  keys: [`Arrow${name}`, `Shift+Arrow${name}`],
  isAvailable: hasSelection,
  run: (store, { shift }) => {
    const step = shift ? GEOMETRY.nudgeShiftPx : GEOMETRY.nudgePx;
    store.tell(store.editor.nudge(dx * step, dy * step));
  },
});

/** Blocks from the top left to the bottom right, as one reads them. */
function readingOrder({ editor }: EditorStore): readonly string[] {
  const sections = new Set(editor.sectionIds);
  const places = [...editor.blocks.keys()]
    .filter((id) => !sections.has(id))
    .map((id) => ({ id, box: editor.boxOf(id) }));
  return places
    .sort((a, b) => (a.box?.y ?? 0) - (b.box?.y ?? 0) || (a.box?.x ?? 0) - (b.box?.x ?? 0))
    .map(({ id }) => id);
}

const step = (by: 1 | -1) => (store: EditorStore) => {
  const order = readingOrder(store);
  const [selected] = store.editor.selection;
  const from = selected === undefined ? (by === 1 ? -1 : 0) : order.indexOf(selected);
  const next = order.at((from + by + order.length) % order.length);
  if (next !== undefined) store.editor.select([next]);
};

/** Undo, selection, removal, and moving by keys. */
export const editCommands: readonly Command[] = [
  {
    id: 'undo',
    label: 'Undo',
    group: 'Edit',
    keys: ['Ctrl+Z'],
    run: ({ editor }) => { editor.undo(); },
  },
  {
    id: 'redo',
    label: 'Redo',
    group: 'Edit',
    keys: ['Ctrl+Shift+Z', 'Ctrl+Y'],
    run: ({ editor }) => { editor.redo(); },
  },
  {
    id: 'duplicate',
    label: 'Duplicate',
    group: 'Edit',
    keys: ['Ctrl+D'],
    run: (store) => {
      const isUploading = [...store.editor.selection].some((id) => store.uploads.items.has(id));
      store.tell(
        isUploading
          ? { ok: false, code: 'cannot_clone_while_uploading' }
          : store.editor.duplicate(),
      );
    },
  },
  {
    id: 'delete',
    label: 'Delete',
    group: 'Edit',
    keys: ['Delete', 'Backspace'],
    isAvailable: hasSelection,
    run: (store) => { store.tell(store.editor.remove()); },
  },
  {
    id: 'select-all',
    label: 'Select all',
    group: 'Edit',
    keys: ['Ctrl+A'],
    run: ({ editor }) => { editor.selectAll(); },
  },
  {
    id: 'escape',
    label: 'Select nothing, step out',
    group: 'Edit',
    keys: ['Escape'],
    run: ({ editor }) => { editor.dispatch({ type: 'keydown', key: 'Escape' }); },
  },
  {
    id: 'edit-text',
    label: 'Edit text (Esc leaves it)',
    group: 'Edit',
    keys: ['Enter'],
    isAvailable: ({ editor }) => editor.selection.size === 1,
    run: ({ editor }) => {
      const [uuid] = editor.selection;
      if (uuid !== undefined) editor.startTextEditing(uuid);
    },
  },
  {
    id: 'next',
    label: 'Next block',
    group: 'Edit',
    keys: ['Tab'],
    isAvailable: hasSelection,
    run: step(1),
  },
  {
    id: 'previous',
    label: 'Previous block',
    group: 'Edit',
    keys: ['Shift+Tab'],
    isAvailable: hasSelection,
    run: step(-1),
  },
  nudge('Left', -1, 0),
  nudge('Right', 1, 0),
  nudge('Up', 0, -1),
  nudge('Down', 0, 1),
];
