import type { Block, Editor } from '@cobble/engine';

const MOVING_MODES = new Set([
  'translating',
  'resizing',
  'rotating',
  'text-editing',
  'inline-text-editing',
]);

/** A block's place in the order of painting: section, then z-index, then uuid. */
export interface PaintPlace {
  readonly section: number;
  readonly zIndex: number;
  readonly uuid: string;
}

/** Below zero when `a` is painted before `b`. */
export function comparePlaces(a: PaintPlace, b: PaintPlace): number {
  if (a.section !== b.section) return a.section - b.section;
  if (a.zIndex !== b.zIndex) return a.zIndex - b.zIndex;
  return a.uuid < b.uuid ? -1 : a.uuid > b.uuid ? 1 : 0;
}

/** The block itself, or the outermost group that holds it; null for a section. */
export function topLevelOf(editor: Editor, uuid: string): Block | null {
  let block = editor.blocks.get(uuid);
  for (;;) {
    const parent = block?.parentUuid === undefined ? null : editor.blocks.get(block.parentUuid);
    if (!block || !parent) return null;
    if (parent.parentUuid === undefined) return block;
    block = parent;
  }
}

/** Where a section's child is painted. */
export function placeOf(sections: ReadonlyMap<string, number>, block: Block): PaintPlace {
  return {
    section: sections.get(block.parentUuid ?? '') ?? 0,
    zIndex: block.position.zIndex,
    uuid: block.uuid,
  };
}

/**
 * Sections' children that change from frame to frame now: what is selected while a gesture or an
 * edit is in progress.
 */
export function movingBlocks(editor: Editor): ReadonlyMap<string, Block> {
  const moving = new Map<string, Block>();
  if (!MOVING_MODES.has(editor.mode.name) && !editor.isInProgress) return moving;
  if (editor.mode.name === 'resizing-section') return moving;
  for (const uuid of editor.selection) {
    const block = topLevelOf(editor, uuid);
    if (block) moving.set(block.uuid, block);
  }
  return moving;
}
