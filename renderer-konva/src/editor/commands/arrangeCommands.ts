import { type Editor, locksOf } from '@cobble/engine';
import { parseKey } from '../keyboard/KeyBinding.ts';
import type { EditorStore } from '../stores/EditorStore.ts';
import type { Command, CommandId } from './Command.ts';

const hasSelection = ({ editor }: EditorStore) => editor.selection.size > 0;

const reorder = (to: Parameters<Editor['reorder']>[0], key: string): Command => ({
  id: `reorder-${to}`,
  group: 'arrange',
  keys: [key],
  isCanvasKey: true,
  isAvailable: hasSelection,
  run: (store) => {
    store.report(store.editor.reorder(to));
  },
});

const align = (edge: Parameters<Editor['align']>[0], key: string): Command => ({
  id: `align-${edge}`,
  group: 'arrange',
  keys: [key],
  isCanvasKey: true,
  isAvailable: hasSelection,
  run: (store) => {
    store.report(store.editor.align(edge));
  },
});

const canvasKey = (id: CommandId, keys: readonly string[]): Command => ({
  id,
  group: 'arrange',
  keys,
  isCanvasKey: true,
  isAvailable: hasSelection,
  run: ({ editor }) => {
    const [first] = keys;
    if (first !== undefined) editor.dispatch({ type: 'keydown', ...parseKey(first) });
  },
});

const resize = (arrow: string, to: 'wider' | 'narrower' | 'taller' | 'shorter'): Command =>
  canvasKey(`resize-${to}`, [`Ctrl+Arrow${arrow}`, `Ctrl+Shift+Arrow${arrow}`]);

/** Whether the whole selection is locked, or in locked groups or sections. */
export const isLocked = ({ editor }: EditorStore): boolean =>
  locksOf(editor.blocks, editor.selection) !== null;

/** Resizing, rotating and moving to other sections by key; order, alignment, groups and locks. */
export const arrangeCommands: readonly Command[] = [
  resize('Right', 'wider'),
  resize('Left', 'narrower'),
  resize('Down', 'taller'),
  resize('Up', 'shorter'),
  canvasKey('rotate-clockwise', ['>', 'Alt+>']),
  canvasKey('rotate-back', ['<', 'Alt+<']),
  canvasKey('to-section-below', ['Alt+ArrowDown']),
  canvasKey('to-section-above', ['Alt+ArrowUp']),
  reorder('front', ']'),
  reorder('back', '['),
  reorder('forward', 'Alt+]'),
  reorder('backward', 'Alt+['),
  align('left', 'Alt+A'),
  align('right', 'Alt+D'),
  align('top', 'Alt+W'),
  align('bottom', 'Alt+S'),
  align('middle', 'Alt+V'),
  align('center', 'Alt+H'),
  {
    id: 'group',
    group: 'arrange',
    keys: ['Ctrl+G'],
    isCanvasKey: true,
    run: (store) => {
      store.report(store.editor.group());
    },
  },
  {
    id: 'ungroup',
    group: 'arrange',
    keys: ['Ctrl+Shift+G'],
    isCanvasKey: true,
    run: (store) => {
      store.report(store.editor.ungroup());
    },
  },
  {
    id: 'lock',
    group: 'arrange',
    keys: ['Ctrl+Shift+L'],
    isCanvasKey: true,
    isAvailable: hasSelection,
    run: (store) => {
      const { editor } = store;
      const locks = locksOf(editor.blocks, editor.selection);
      store.report(editor.setLocked(locks === null, locks ?? editor.selection));
    },
  },
];
