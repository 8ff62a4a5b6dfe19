import type { BlockDefinition } from './BlockDefinition.ts';
import { GEOMETRY } from '../constants/geometry.ts';
import { leastScale } from '../geometry/resizeBox.ts';
import type { Block } from '../model/Block.ts';
import { MIN_FONT_SIZE_PX } from '../text/TextStyle.ts';

/** Who knows the types of blocks: an editor, or a gesture's host. */
export interface KnowsTypes {
  definitionOf(type: string): BlockDefinition | null;
}

/** The least factor that leaves a block's smallest letters at 10 px; 1 when they are below it. */
export function leastLetterScale(types: KnowsTypes, block: Block): number {
  const sizePx = types.definitionOf(block.type)?.letterSizePx?.(block.content) ?? null;
  // A kit's function may say anything.
  if (sizePx === null || !(sizePx > 0)) return 0;
  return sizePx > MIN_FONT_SIZE_PX ? MIN_FONT_SIZE_PX / sizePx : 1;
}

/** The same for whose letters a dragged corner scales; 0 for others. */
export function leastDraggedScale(types: KnowsTypes, block: Block): number {
  return scalesLetters(types, block) ? leastLetterScale(types, block) : 0;
}

/** Whether a corner that is dragged scales a block's letters along with its box. */
export function scalesLetters(types: KnowsTypes, block: Block): boolean {
  return types.definitionOf(block.type)?.scaleLetters !== undefined;
}

/**
 * The least factor that leaves every block its least size, and its letters theirs; 1 when one is as
 * small already.
 *
 * @param lettersOf for whose letters the gesture or command scales
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
