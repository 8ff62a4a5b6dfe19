import { editedBlockOf, type Editor, type Kit, type NewBlock, type SizePx } from '@cobble/engine';
import { findFreePosition } from './findFreePosition.ts';
import { placeAt, sizeInPage } from './placeAt.ts';
import type { EditorStore } from '../stores/EditorStore.ts';
import type { Command } from './Command.ts';

/** Sizes of the blocks that tools add, px at the reference width. */
const SIZE_PX = {
  text: { width: 149, height: 51.5 },
  shape: { width: 150, height: 150 },
  'rich-button': { width: 548, height: 83 },
  'sticky-note': { width: 180, height: 180 },
} as const;

/** A block that a tool adds. */
type ToolBlock = {
  [Type in keyof typeof SIZE_PX]: Pick<NewBlock<Type>, 'type' | 'content' | 'properties'>;
}[keyof typeof SIZE_PX];

/**
 * Adds a block in the visible area and selects it. Notifies the user of a refusal.
 *
 * @param size replaces the type's width, in px at the reference width, or its aspect ratio, which
 *   is the height divided by the width
 * @param where as for `addSizedInView`
 * @returns the new block's id; null if it was refused
 */
export function addInView(
  store: EditorStore,
  block: ToolBlock,
  size: { readonly aspectRatio?: number | null; readonly widthPx?: number } = {},
  where: 'middle' | 'free' = 'middle',
): string | null {
  const base = SIZE_PX[block.type];
  const width = size.widthPx ?? base.width;
  const height = size.aspectRatio == null ? base.height : width * size.aspectRatio;
  return addSizedInView(store, block, { width, height }, where);
}

/**
 * Like {@link addInView}, for a block of any type and size.
 *
 * @param sizePx at the reference width
 * @param where near the middle of the visible area, or `free`: where it covers nothing, scrolled
 *   into view
 */
export function addSizedInView(
  store: EditorStore,
  block: Pick<NewBlock<string>, 'type' | 'content' | 'properties'>,
  sizePx: SizePx,
  where: 'middle' | 'free' = 'middle',
): string | null {
  const { editor } = store;
  if (!finishInput(store)) return null;
  const placement = placeAt(editor, centerFor(store, sizePx, where), sizePx);
  // The height of a text block follows from its text.
  const { height: _, ...position } = placement.position;
  const anyEditor: Editor<Kit> = editor;
  const added = anyEditor.add(
    { ...block, ...placement, ...(block.type === 'text' && { position }) },
    { select: true },
  );
  if (!store.report(added)) return null;
  const [uuid = ''] = added.value;
  if (where === 'free') store.view.showAdded(uuid);
  return uuid;
}

function centerFor({ editor, view }: EditorStore, sizePx: SizePx, where: 'middle' | 'free') {
  const { center } = view;
  if (where === 'free') {
    return findFreePosition(editor, sizeInPage(editor, sizePx), center, view.clearBox);
  }
  // Blocks added one after the other should not hide each other.
  const jitter = () => (editor.environment.random() - 0.5) * 0.08;
  return { x: center.x + jitter(), y: center.y + jitter() };
}

/** Adds a text block and starts editing it, with its text selected. */
export function addText(store: EditorStore): void {
  addToType(store, { type: 'text' });
}

/** Adds a shape of the catalogue. */
export function addShape(store: EditorStore, shapeType: string, aspectRatio: number | null): void {
  addInView(store, { type: 'shape', content: { shapeType } }, { aspectRatio });
}

/** Adds a sticky note and starts editing its text. */
export function addStickyNote(store: EditorStore): void {
  addToType(store, { type: 'sticky-note' });
}

function addToType(store: EditorStore, block: { type: 'text' | 'sticky-note' }): void {
  const { editor } = store;
  // Before `begin`: an empty text is cancelled, and the drawing must not be cancelled with it.
  if (!finishInput(store)) return;
  // Adding the block and typing its first text are one history entry.
  editor.begin();
  const uuid = addInView(store, block);
  if (uuid === null) editor.cancel();
  else if (!editor.startTextEditing(uuid)) editor.commit();
}

/**
 * Ends the preview, the editing of a text and a drawing. Returns false if the drawing cannot be
 * added to the page; it then stays in progress.
 */
function finishInput(store: EditorStore): boolean {
  const { editor } = store;
  store.setMode('editing');
  if (editedBlockOf(editor.mode) !== null) editor.stopTextEditing();
  return editor.stopDrawing().ok;
}

/** Tools that have a key. */
export const toolCommands: readonly Command[] = [
  {
    id: 'select',
    group: 'tools',
    keys: ['V'],
    run: ({ editor }) => {
      if (editedBlockOf(editor.mode) !== null) editor.stopTextEditing();
      editor.setTypewriter(false);
      editor.stopDrawing();
    },
  },
  { id: 'text', group: 'tools', keys: ['T'], run: addText },
  {
    id: 'draw',
    group: 'tools',
    keys: ['D'],
    isCanvasKey: true,
    run: ({ editor }) => {
      if (editor.drawing) editor.stopDrawing();
      else editor.startDrawing();
    },
  },
  {
    id: 'typewriter',
    group: 'tools',
    keys: ['Ctrl+E'],
    isCanvasKey: true,
    run: ({ editor }) => {
      editor.setTypewriter(!editor.isTypewriterOn);
    },
  },
  { id: 'sticky-note', group: 'tools', keys: ['N'], run: addStickyNote },
  {
    id: 'rectangle',
    group: 'tools',
    keys: ['R'],
    run: (store) => {
      addShape(store, 'rectangle', null);
    },
  },
  {
    id: 'oval',
    group: 'tools',
    keys: ['O'],
    run: (store) => {
      addShape(store, 'oval', null);
    },
  },
];
