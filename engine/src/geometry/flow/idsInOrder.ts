import type { Block } from '../../model/Block.ts';
import { turnedBounds } from '../turnedBounds.ts';
import { applyReadingOrder, readingOrder, readingOrderOf } from './readingOrder.ts';

/** The ids of what a section or group holds, as a person reads them, or as its author set it. */
export function idsInOrder(holder: Block | undefined, children: readonly Block[]): string[] {
  const byPlace = readingOrder(
    children.map((block) => ({ id: block.uuid, ...turnedBounds(block) })),
  );
  return applyReadingOrder(byPlace, holder ? readingOrderOf(holder) : []).map(({ id }) => id);
}
