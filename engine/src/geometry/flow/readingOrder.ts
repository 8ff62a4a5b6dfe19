import type { Box } from '../../model/Position.ts';
import { splitByGaps } from './splitByGaps.ts';

/**
 * Boxes in the order in which a person reads them: bands from the top; in a band columns from the
 * start side of the language; in a column again bands, and so on. What no straight line divides
 * goes by its top, then by its start (responsive.md, "Phones" and P4).
 *
 * @param rtl the language runs from right to left
 */
export function readingOrder<Item extends Box>(items: readonly Item[], rtl = false): Item[] {
  if (items.length < 2) return [...items];
  const bands = splitByGaps(items, 'y');
  if (bands.length > 1) return bands.flatMap((band) => readingOrder(band, rtl));
  const columns = splitByGaps(items, 'x');
  if (columns.length > 1)
    return (rtl ? columns.reverse() : columns).flatMap((column) => readingOrder(column, rtl));
  const startOf = rtl ? (box: Box) => -(box.x + box.width) : (box: Box) => box.x;
  return [...items].sort((a, b) => a.y - b.y || startOf(a) - startOf(b));
}
