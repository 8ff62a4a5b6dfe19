import { isSection } from '../../model/Block.ts';
import type { LegacyBlock, LegacyThings } from '../Migration.ts';

/**
 * The sections of an older page from its top: by `groupOrder`; of several with the same one the
 * higher first, then as they stand in the page.
 */
export function sectionsFromTop(things: LegacyThings): readonly LegacyBlock[] {
  return things.filter(isSection).sort((a, b) => {
    const [first, second] = [orderOf(a), orderOf(b)];
    return first === second ? a.position.y - b.position.y : first - second;
  });
}

/** A group's place among the sections; one that names none comes after all that do. */
export function orderOf({ content }: LegacyBlock): number {
  const order = content.groupOrder;
  return typeof order === 'number' ? order : Infinity;
}
