import type { Editor } from '@cobble/engine';
import { parseKey } from '../keyboard/KeyBinding.ts';
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

const canvasKey = (id: string, label: string, keys: readonly string[]): Command => ({
  id,
  label,
  group: 'Arrange',
  keys,
  isCanvasKey: true,
  isAvailable: hasSelection,
  run: ({ editor }) => {
    const [first] = keys;
    if (first !== undefined) editor.dispatch({ type: 'keydown', ...parseKey(first) });
  },
});

const resize = (name: string, label: string): Command =>
  canvasKey(`resize-${label.toLowerCase()}`, `${label} (Shift: 8 px)`, [
    `Ctrl+Arrow${name}`,
    `Ctrl+Shift+Arrow${name}`,
  ]);

/** Whether the whole selection is locked. */
export const isLocked = ({ editor }: EditorStore): boolean =>
  editor.selectedBlocks.length > 0 && editor.selectedBlocks.every((block) => block.locked === true);

/** Sizes and turns by keys, order, alignment, groups and locks. */
export const arrangeCommands: readonly Command[] = [
  resize('Right', 'Wider'),
  resize('Left', 'Narrower'),
  resize('Down', 'Higher'),
  resize('Up', 'Lower'),
  canvasKey('rotate-clockwise', 'Turn clockwise (Alt: 1°)', ['>', 'Alt+>']),
  canvasKey('rotate-back', 'Turn anticlockwise (Alt: 1°)', ['<', 'Alt+<']),
  canvasKey('to-section-below', 'Move to the section below', ['Alt+ArrowDown']),
  canvasKey('to-section-above', 'Move to the section above', ['Alt+ArrowUp']),
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
