import type { Box } from '../model/Position.ts';
import { bottomOf, overlap } from './FlowBox.ts';

/**
 * Returns clusters of boxes that overlap or contain each other, directly or through others. They
 * stay together on a phone. Touching edges do not count. Clusters and their members keep the given
 * order.
 */
export function clustersOf<Item extends Box>(items: readonly Item[]): Item[][] {
  const parent = items.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parent[root] !== root) root = parent[root] ?? root;
    parent[index] = root;
    return root;
  };
  const byTop = items.map((item, index) => ({ item, index })).sort((a, b) => a.item.y - b.item.y);
  let active: typeof byTop = [];
  for (const entry of byTop) {
    active = active.filter(({ item }) => bottomOf(item) > entry.item.y);
    for (const other of active)
      if (overlap(other.item, entry.item)) {
        const a = rootOf(other.index);
        const b = rootOf(entry.index);
        parent[Math.max(a, b)] = Math.min(a, b);
      }
    active.push(entry);
  }
  const parts = new Map<number, Item[]>();
  items.forEach((item, index) => {
    const root = rootOf(index);
    const part = parts.get(root);
    if (part) part.push(item);
    else parts.set(root, [item]);
  });
  return [...parts.values()];
}
