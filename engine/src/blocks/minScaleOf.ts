import type { BlockDefinition } from './BlockDefinition.ts';
import { GEOMETRY } from '../constants/geometry.ts';
import { leastScale } from '../geometry/resizeBox.ts';
import type { Block } from '../model/Block.ts';
import { MIN_FONT_SIZE_PX } from '../text/TextStyle.ts';

/** Looks up block definitions: an editor, or the host of a gesture. */
export interface KnowsTypes {
  definitionOf(type: string): BlockDefinition | null;
}

/**
 * The smallest factor that keeps a block's text at 10 px or more; 1 if it is smaller already, 0 if
 * the block sets no limit.
 */
export function leastLetterScale(types: KnowsTypes, block: Block): number {
  const sizePx = types.definitionOf(block.type)?.letterSizePx?.(block.content) ?? null;
  // A kit's function may return anything.
  if (sizePx === null || !(sizePx > 0)) return 0;
  return sizePx > MIN_FONT_SIZE_PX ? MIN_FONT_SIZE_PX / sizePx : 1;
}

/** {@link leastLetterScale} for blocks whose text a dragged corner scales; 0 for others. */
export function leastDraggedScale(types: KnowsTypes, block: Block): number {
  return scalesLetters(types, block) ? leastLetterScale(types, block) : 0;
}

/** Whether dragging a corner scales a block's text along with its box. */
export function scalesLetters(types: KnowsTypes, block: Block): boolean {
  return types.definitionOf(block.type)?.scaleLetters !== undefined;
}

/**
 * The smallest factor that keeps every block at the minimum size and its text at 10 px or more; 1
 * if one of them is smaller already.
 *
 * @param lettersOf the limit by text, for the gesture or command
 */
export function leastScaleOf(
  types: KnowsTypes,
  blocks: Iterable<Block>,
  lettersOf: (types: KnowsTypes, block: Block) => number = leastDraggedScale,
): number {
  const side = GEOMETRY.minBlockDimension;
  let least = 0;
  for (const block of blocks) {
    const { width, height } = block.position;
    const sides = Math.max(leastScale(width, side), leastScale(height, side));
    least = Math.max(least, sides, lettersOf(types, block));
  }
  return least;
}
