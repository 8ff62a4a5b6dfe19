import type { Box } from '../model/Position.ts';
import { bottomOf, rightOf } from './FlowBox.ts';

/**
 * Splits boxes at lines that cross none of them: `y` returns bands from the top, `x` columns from
 * the left. Boxes that only touch are separated. Within a part, boxes are sorted by their start;
 * equal starts keep their order.
 */
export function splitByGaps<Item extends Box>(items: readonly Item[], axis: 'x' | 'y'): Item[][] {
  if (items.length < 2) return items.length === 0 ? [] : [[...items]];
  const endOf: (box: Box) => number = axis === 'y' ? bottomOf : rightOf;
  const parts: Item[][] = [];
  let part: Item[] = [];
  let end = -Infinity;
  for (const item of [...items].sort((a, b) => a[axis] - b[axis])) {
    if (part.length > 0 && item[axis] >= end) {
      parts.push(part);
      part = [];
    }
    part.push(item);
    end = Math.max(end, endOf(item));
  }
  if (part.length > 0) parts.push(part);
  return parts;
}
