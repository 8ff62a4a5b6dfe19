import type { ReadingItem, ReadingOptions } from './ReadingItem.ts';
import { itemsOf, readingTree } from './readingTree.ts';

/**
 * Boxes in the order in which a person reads them: bands from the top; in a band columns from the
 * start side of the language; in a column again bands, and so on; columns whose headings are in
 * line one after the other all the same ({@link readingTree}). What no straight line divides goes
 * by its top, then by its start.
 */
export function readingOrder<Item extends ReadingItem>(
  items: readonly Item[],
  options: ReadingOptions,
): readonly Item[] {
  return items.length < 2 ? items : itemsOf(readingTree(items, options));
}

/**
 * Items in the order that an author set, as far as it goes: those that are named take each other's
 * turns, in the order of their names; the others keep theirs. Names of other items are passed over.
 *
 * @param items in the order that geometry gives them
 */
export function applyReadingOrder<Item extends { readonly id: string }>(
  items: readonly Item[],
  ids: readonly string[],
): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const named = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  const chosen = new Set(named);
  let next = 0;
  return items.map((item) => (chosen.has(item) ? (named[next++] ?? item) : item));
}

/** The ids in the reading order that a section's or group's author set; none where it set none. */
export function readingOrderOf(holder: { readonly content: object }): readonly string[] {
  const { readingOrder: ids } = holder.content as { readonly readingOrder?: unknown };
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
}

/** The turn of each item. */
export function rankOf(items: readonly { readonly id: string }[]): ReadonlyMap<string, number> {
  return new Map(items.map(({ id }, rank) => [id, rank]));
}

/** Items by their turns; what has none comes first. */
export function byRank<Item extends { readonly id: string }>(
  items: readonly Item[],
  rank: ReadonlyMap<string, number>,
): Item[] {
  return items.toSorted((a, b) => (rank.get(a.id) ?? -1) - (rank.get(b.id) ?? -1));
}
