import { equalJson, isSection, type Page } from '@cobble/engine';

/**
 * How many blocks differ between two versions of a page: added, removed or changed. Sections count
 * only if they are added or removed, because the blocks in them change their size.
 */
export function countChangedBlocks(one: Page, other: Page): number {
  const uuids = new Set([...Object.keys(one.things), ...Object.keys(other.things)]);
  return [...uuids].filter((uuid) => {
    const [a, b] = [one.things[uuid], other.things[uuid]];
    if (!a || !b) return true;
    return !isSection(a) && !equalJson(a, b);
  }).length;
}
