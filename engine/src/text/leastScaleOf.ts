import { asBuiltin } from '../blocks/builtinBlocks.ts';
import { GEOMETRY } from '../constants/geometry.ts';
import { leastScale } from '../geometry/resizeBox.ts';
import type { Block } from '../model/Block.ts';
import type { RichTextNode } from './richText.ts';
import { headingSizeOf, sizeOfMark } from './scaleRichText.ts';
import { MIN_FONT_SIZE_PX, TEXT_DEFAULTS } from './TextStyle.ts';

function sizesIn(node: RichTextNode, inherited: number): number[] {
  if (node.type === 'text') {
    const own = (node.marks ?? []).map(sizeOfMark).find((size) => size !== null);
    return [own ?? inherited];
  }
  const size = headingSizeOf(node) ?? inherited;
  return (node.content ?? []).flatMap((child) => sizesIn(child, size));
}

/** The least factor that leaves a text's smallest letters at 10 px; 1 when they are below it. */
export function leastTextScale(block: Block): number {
  const known = asBuiltin(block);
  if (known?.type !== 'text') return 0;
  const base = known.content.fontSize ?? TEXT_DEFAULTS.sizePx;
  let smallest = Infinity;
  for (const size of sizesIn(known.content.text, base)) smallest = Math.min(smallest, size);
  return leastFontScale(smallest === Infinity ? base : smallest);
}

/** The same for whatever has letters of a size of its own: buttons and notes too. */
export function leastLetterScale(block: Block): number {
  const known = asBuiltin(block);
  if (known?.type === 'rich-button') return ownSizeScale(known.content.richButtonText.size);
  if (known?.type === 'sticky-note') return ownSizeScale(known.content.stickyNoteText.size ?? 16);
  return leastTextScale(block);
}

/**
 * The least factor that leaves every block its least size, and its letters theirs; 1 when one is as
 * small already.
 *
 * @param lettersOf for whose letters the gesture or command scales
 */
export function leastScaleOf(
  blocks: Iterable<Block>,
  lettersOf: (block: Block) => number = leastTextScale,
): number {
  const side = GEOMETRY.minBlockDimension;
  let least = 0;
  for (const block of blocks) {
    const { width, height } = block.position;
    least = Math.max(least, leastScale(width, side), leastScale(height, side), lettersOf(block));
  }
  return least;
}

function ownSizeScale(sizePx: number | undefined): number {
  return sizePx === undefined ? 0 : leastFontScale(sizePx);
}

function leastFontScale(sizePx: number): number {
  return sizePx > MIN_FONT_SIZE_PX ? MIN_FONT_SIZE_PX / sizePx : 1;
}
