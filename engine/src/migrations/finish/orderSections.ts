import { isSection } from '../../model/Block.ts';
import { mapThings } from '../mapThings.ts';
import type { LegacyThings } from '../Migration.ts';
import { orderOf, sectionsFromTop } from './sectionsFromTop.ts';

const MAX_ORDER = 100_000;
const isOrder = (order: number): boolean =>
  Number.isInteger(order) && order >= 0 && order <= MAX_ORDER;

/**
 * Gives sections unique orders and sets their positions to 0: they are stacked and centred in the
 * window (docs/decisions/0017). The order of other groups has no meaning; an invalid one becomes 0.
 */
export function orderSections(things: LegacyThings): LegacyThings {
  const sections = sectionsFromTop(things);
  const orders = new Set(sections.map(orderOf));
  const isOrdered = orders.size === sections.length && [...orders].every(isOrder);
  const indexes = new Map(sections.map(({ uuid }, index) => [uuid, index]));
  return mapThings(things, (block) => {
    if (block.type !== 'group') return block;
    if (!isSection(block))
      return isOrder(orderOf(block))
        ? block
        : { ...block, content: { ...block.content, groupOrder: 0 } };
    const groupOrder = isOrdered ? orderOf(block) : indexes.get(block.uuid);
    const { x, y } = block.position;
    if (groupOrder === block.content.groupOrder && x === 0 && y === 0) return block;
    return {
      ...block,
      position: { ...block.position, x: 0, y: 0 },
      content: { ...block.content, groupOrder },
    };
  });
}
