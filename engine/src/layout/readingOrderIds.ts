import type { Block } from '../model/Block.ts';
import { rotatedBounds } from '../geometry/rotation.ts';
import { appearanceOf } from './appearanceOf.ts';
import { applyReadingOrder, readingOrder, readingOrderOf } from './readingOrder.ts';

/**
 * Returns the children of a section or group in reading order: the author's, or the one that
 * follows their positions. Used for Tab and the canvas's accessibility tree; `flowOf` computes the
 * same order for the published document.
 *
 * @param parent the section or group, for the author's order
 * @param children its direct children, in its space
 * @param rtl whether the page's language is written from right to left (`isRtlLanguage`)
 */
export function readingOrderIds(
  parent: Block | undefined,
  children: readonly Block[],
  rtl: boolean,
): string[] {
  const boxes = children.map((block) => ({
    id: block.uuid,
    appearance: appearanceOf(block),
    ...rotatedBounds(block),
  }));
  const byPosition = readingOrder(boxes, { windowWidth: 1, rtl });
  return applyReadingOrder(byPosition, parent ? readingOrderOf(parent) : []).map(({ id }) => id);
}
