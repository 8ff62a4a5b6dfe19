import type { BlockDefinition } from './BlockDefinition.ts';
import type { KitContent } from './checkContent.ts';
import { GEOMETRY } from '../constants/geometry.ts';
import { minScale } from '../geometry/resizeBox.ts';
import type { Block } from '../model/Block.ts';
import { MIN_FONT_SIZE_PX } from '../text/TextStyle.ts';

/** Looks up block definitions: an editor, or the host of a gesture. */
export interface DefinitionLookup {
  definitionOf(of: string | KitContent): BlockDefinition | null;
}

/**
 * The smallest factor that keeps a block's text at 10 px or more; 1 if it is smaller already, 0 if
 * the block sets no limit.
 */
export function minTextScale(definitions: DefinitionLookup, block: Block): number {
  const sizePx = definitions.definitionOf(block)?.smallestFontSizePx?.(block.content) ?? null;
  // A kit's function may return anything.
  if (sizePx === null || !(sizePx > 0)) return 0;
  return sizePx > MIN_FONT_SIZE_PX ? MIN_FONT_SIZE_PX / sizePx : 1;
}

/** {@link minTextScale} for blocks whose text a dragged corner scales; 0 for others. */
export function minDraggedTextScale(definitions: DefinitionLookup, block: Block): number {
  return scalesText(definitions, block) ? minTextScale(definitions, block) : 0;
}

/** Whether dragging a corner scales a block's text along with its box. */
export function scalesText(definitions: DefinitionLookup, block: Block): boolean {
  return definitions.definitionOf(block)?.scaleText !== undefined;
}

/**
 * The smallest factor that keeps every block at or above the minimum size, and its text at 10 px or
 * more; 1 if one of them is smaller already.
 *
 * @param minTextScaleOf the limit by text, for the gesture or command
 */
export function minScaleOf(
  definitions: DefinitionLookup,
  blocks: Iterable<Block>,
  minTextScaleOf: (definitions: DefinitionLookup, block: Block) => number = minDraggedTextScale,
): number {
  const side = GEOMETRY.minBlockDimension;
  let min = 0;
  for (const block of blocks) {
    const { width, height } = block.position;
    const sides = Math.max(minScale(width, side), minScale(height, side));
    min = Math.max(min, sides, minTextScaleOf(definitions, block));
  }
  return min;
}
