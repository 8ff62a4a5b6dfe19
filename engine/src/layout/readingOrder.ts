import type { ReadingItem, ReadingOptions } from './ReadingItem.ts';
import { itemsOf, readingTree } from './readingTree.ts';

/**
 * Sorts boxes in reading order: bands from the top; in a band, columns from the start side of the
 * language; in a column, bands again, and so on. Columns under aligned headings are read one after
 * the other ({@link readingTree}). Boxes that no straight line separates are sorted by top, then by
 * start edge.
 */
export function readingOrder<Item extends ReadingItem>(
  items: readonly Item[],
  options: ReadingOptions,
): readonly Item[] {
  return items.length < 2 ? items : itemsOf(readingTree(items, options));
}

/**
 * Applies the author's reading order. The listed items swap ranks among themselves; all others keep
 * theirs. Unknown ids are ignored.
 *
 * @param items in the order of their positions
 */
export function applyReadingOrder<Item extends { readonly id: string }>(
  items: readonly Item[],
  ids: readonly string[],
): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const listed = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  const listedSet = new Set(listed);
  let next = 0;
  return items.map((item) => (listedSet.has(item) ? (listed[next++] ?? item) : item));
}

/** Returns the ids in the author's reading order of a section or group. Empty if there is none. */
export function readingOrderOf(parent: { readonly content: object }): readonly string[] {
  const { readingOrder: ids } = parent.content as { readonly readingOrder?: unknown };
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
}

/** Returns the rank of each item by id. */
export function rankOf(items: readonly { readonly id: string }[]): ReadonlyMap<string, number> {
  return new Map(items.map(({ id }, rank) => [id, rank]));
}

/** Sorts items by rank. Items without a rank come first. */
export function byRank<Item extends { readonly id: string }>(
  items: readonly Item[],
  rank: ReadonlyMap<string, number>,
): Item[] {
  return items.toSorted((a, b) => (rank.get(a.id) ?? -1) - (rank.get(b.id) ?? -1));
}
