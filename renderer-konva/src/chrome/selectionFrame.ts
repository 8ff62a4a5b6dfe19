import { type Box, type Editor, locksOf, rotationOf } from '@cobble/engine';

/** The box with the handles: one block's box, or the bounds of all selected blocks. */
export interface SelectionFrame {
  /** Unrotated, page space. */
  readonly box: Box;
  readonly rotationDeg: number;
  /** Whether a selected block, or what it is in, is locked, so that the frame has no handles. */
  readonly isLocked: boolean;
}

/** The frame of the selection, or null when nothing is selected. */
export function selectionFrameOf(editor: Editor): SelectionFrame | null {
  const blocks = editor.selectedBlocks;
  const [only] = blocks;
  if (!only) return null;
  const isLocked = blocks.some(({ uuid }) => locksOf(editor.blocks, [uuid]) !== null);
  if (blocks.length === 1) {
    const box = editor.boxOf(only.uuid);
    return box && { box, rotationDeg: rotationOf(only), isLocked };
  }
  const box = editor.selectionBox;
  return box && { box, rotationDeg: 0, isLocked };
}

/** Converts page space to px from the window's top left corner. */
export function scaleBox({ x, y, width, height }: Box, by: number): Box {
  return { x: x * by, y: y * by, width: width * by, height: height * by };
}
