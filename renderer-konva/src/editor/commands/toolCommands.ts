import { editedBlockOf, type NewBlock, type SizePx } from '@cobble/engine';
import { freePlace } from './freePlace.ts';
import { placeAt, sizeInPage } from './placeAt.ts';
import type { EditorStore } from '../stores/EditorStore.ts';
import type { Command } from './Command.ts';

/** Sizes that the tools give, px at the reference width. */
const SIZE_PX = {
  text: { width: 149, height: 51.5 },
  shape: { width: 150, height: 150 },
  'rich-button': { width: 548, height: 83 },
  'sticky-note': { width: 180, height: 180 },
} as const;

/**
 * Puts a block in the middle of what is in view and selects it; a refusal is told.
 *
 * @param size px at the reference width, or height over width, where the type's own is not wanted
 * @param where as for `addSizedInView`
 * @returns the new block's id
 */
export function addInView(
  store: EditorStore,
  block: Omit<NewBlock, 'position' | 'parentUuid' | 'type'> & { type: keyof typeof SIZE_PX },
  size: { readonly aspectRatio?: number | null; readonly widthPx?: number } = {},
  where: 'middle' | 'free' = 'middle',
): string | null {
  const base = SIZE_PX[block.type];
  const width = size.widthPx ?? base.width;
  const height = size.aspectRatio == null ? base.height : width * size.aspectRatio;
  return addSizedInView(store, block, { width, height }, where);
}

/**
 * The same for a block of any type, by its size in px at the reference width.
 *
 * @param where about the middle of what is in view; or, for what was not put there by hand, where it
 *   covers nothing, which is scrolled into view
 */
export function addSizedInView(
  store: EditorStore,
  block: Omit<NewBlock, 'position' | 'parentUuid'>,
  sizePx: SizePx,
  where: 'middle' | 'free' = 'middle',
): string | null {
  const { editor } = store;
  store.setMode('editing');
  if (editedBlockOf(editor.mode) !== null) editor.stopTextEditing();
  // What cannot be kept stays, and with it the drawing.
  if (!editor.stopDrawing().ok) return null;
  const place = placeAt(editor, centreFor(store, sizePx, where), sizePx);
  // The height of text follows from its words.
  const { height: _, ...position } = place.position;
  const added = editor.add(
    { ...block, ...place, ...(block.type === 'text' && { position }) },
    { select: true },
  );
  if (!store.report(added)) return null;
  const [uuid = ''] = added.value;
  if (where === 'free') store.view.showAdded(uuid);
  return uuid;
}

function centreFor({ editor, view }: EditorStore, sizePx: SizePx, where: 'middle' | 'free') {
  const { centre } = view;
  if (where === 'free') {
    return freePlace(editor, sizeInPage(editor, sizePx), centre, view.clearBox);
  }
  // Things put down in a row should not hide each other.
  const jitter = () => (editor.environment.random() - 0.5) * 0.08;
  return { x: centre.x + jitter(), y: centre.y + jitter() };
}

/** A new text block, its words selected to be typed over. */
export function addText(store: EditorStore): void {
  addToType(store, { type: 'text' });
}

/** A new shape of the catalogue. */
export function addShape(store: EditorStore, shapeType: string, aspectRatio: number | null): void {
  addInView(store, { type: 'shape', content: { shapeType } }, { aspectRatio });
}

/** A new sticky note, ready to be typed on. */
export function addStickyNote(store: EditorStore): void {
  addToType(store, { type: 'sticky-note' });
}

function addToType(store: EditorStore, block: { type: 'text' | 'sticky-note' }): void {
  const uuid = addInView(store, block);
  if (uuid !== null) store.editor.startTextEditing(uuid);
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
