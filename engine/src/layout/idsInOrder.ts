import type { Block } from '../model/Block.ts';
import { rotatedBounds } from '../geometry/rotation.ts';
import { lookOf } from './lookOf.ts';
import { applyReadingOrder, readingOrder, readingOrderOf } from './readingOrder.ts';

/**
 * The ids of what a section or group holds, as a person reads them, or as its author set it: the
 * order of Tab, of the canvas's list for screen readers and of the published document.
 *
 * @param holder the section or group, for the order that its author set
 * @param children what it holds itself, in its space
 * @param rtl the page's language runs from right to left (`isRtlLanguage`)
 */
export function idsInOrder(
  holder: Block | undefined,
  children: readonly Block[],
  rtl: boolean,
): string[] {
  const boxes = children.map((block) => ({
    id: block.uuid,
    look: lookOf(block),
    ...rotatedBounds(block),
  }));
  const byPlace = readingOrder(boxes, { windowWidth: 1, rtl });
  return applyReadingOrder(byPlace, holder ? readingOrderOf(holder) : []).map(({ id }) => id);
}
