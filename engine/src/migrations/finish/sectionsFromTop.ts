import { isSection } from '../../model/Block.ts';
import type { LegacyBlock, LegacyThings } from '../Migration.ts';

/**
 * The sections of an older page from top to bottom: by `groupOrder`, then by position, then in page
 * order.
 */
export function sectionsFromTop(things: LegacyThings): readonly LegacyBlock[] {
  return things.filter(isSection).sort((a, b) => {
    const [first, second] = [orderOf(a), orderOf(b)];
    return first === second ? a.position.y - b.position.y : first - second;
  });
}

/** A group's order among the sections; groups without one come last. */
export function orderOf({ content }: LegacyBlock): number {
  const order = content.groupOrder;
  return typeof order === 'number' ? order : Infinity;
}
