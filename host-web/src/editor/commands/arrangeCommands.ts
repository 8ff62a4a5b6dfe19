import type { Editor } from '@cobble/engine';
import type { EditorStore } from '../stores/EditorStore.ts';
import type { Command } from './Command.ts';

const hasSelection = ({ editor }: EditorStore) => editor.selection.size > 0;

const reorder = (to: Parameters<Editor['reorder']>[0], label: string, key: string): Command => ({
  id: `reorder-${to}`,
  label,
  group: 'Arrange',
  keys: [key],
  isCanvasKey: true,
  isAvailable: hasSelection,
  run: (store) => {
    store.tell(store.editor.reorder(to));
  },
});

const align = (edge: Parameters<Editor['align']>[0], label: string, key: string): Command => ({
  id: `align-${edge}`,
  label,
  group: 'Arrange',
  keys: [key],
  isCanvasKey: true,
  isAvailable: hasSelection,
  run: (store) => {
    store.tell(store.editor.align(edge));
  },
});

/** Whether the whole selection is locked. */
export const isLocked = ({ editor }: EditorStore): boolean =>
  editor.selectedBlocks.length > 0 && editor.selectedBlocks.every((block) => block.locked === true);

/** Order, alignment, groups and locks. */
export const arrangeCommands: readonly Command[] = [
  reorder('front', 'Bring to front', ']'),
  reorder('back', 'Send to back', '['),
  reorder('forward', 'Bring forward', 'Alt+]'),
  reorder('backward', 'Send backward', 'Alt+['),
  align('left', 'Align left', 'Alt+A'),
  align('right', 'Align right', 'Alt+D'),
  align('top', 'Align top', 'Alt+W'),
  align('bottom', 'Align bottom', 'Alt+S'),
  align('middle', 'Align middle', 'Alt+V'),
  align('centre', 'Align centre', 'Alt+H'),
  {
    id: 'group',
    label: 'Group',
    group: 'Arrange',
    keys: ['Ctrl+G'],
    isCanvasKey: true,
    run: (store) => {
      store.tell(store.editor.groupSelection());
    },
  },
  {
    id: 'ungroup',
    label: 'Ungroup',
    group: 'Arrange',
    keys: ['Ctrl+Shift+G'],
    isCanvasKey: true,
    run: (store) => {
      store.tell(store.editor.ungroupSelection());
    },
  },
  {
    id: 'lock',
    label: 'Lock or unlock',
    group: 'Arrange',
    keys: ['Ctrl+Shift+L'],
    isCanvasKey: true,
    isAvailable: hasSelection,
    run: (store) => {
      store.tell(store.editor.setLocked(!isLocked(store)));
    },
  },
];
