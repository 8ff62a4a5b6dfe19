import type { Box } from '../model/Position.ts';
import { bottomOf, holds, rightOf } from './FlowBox.ts';
import { joinBands } from './joinBands.ts';
import type { ReadingItem, ReadingOptions } from './ReadingItem.ts';
import { splitByGaps } from './splitByGaps.ts';
import { stepsOf } from './stepsOf.ts';

/**
 * How boxes are read: one after the other from the top (`rows`), each column as a whole from the
 * start side of the language (`columns`), to and fro between two columns (`steps`), or, where nothing
 * divides them, as their tops come (`heap`). Parts and items are in reading order.
 */
export type ReadingTree<Item> =
  | { readonly kind: 'one'; readonly item: Item }
  | { readonly kind: 'heap'; readonly items: readonly Item[] }
  | {
      readonly kind: 'rows' | 'columns' | 'steps';
      readonly parts: readonly ReadingTree<Item>[];
    };

/** Boxes that lie behind others are taken away so often, and looked for among the largest. */
const MAX_GROUNDS = 24;
const GROUNDS_LOOKED_AT = 8;

/** A line runs through most of what it divides, and is thin beside it. */
const LINE_LENGTH_RATIO = 0.7;
const LINE_WIDTH_RATIO = 0.06;

/**
 * How a person reads boxes: bands from the top, in a band columns from the start side, in a column
 * again bands. Bands of which each column belongs together are read a column at a time ({@link
 * joinBands}); a ground that others lie on comes before them.
 *
 * @param items at least one
 */
export function readingTree<Item extends ReadingItem>(
  items: readonly Item[],
  options: ReadingOptions,
): ReadingTree<Item> {
  return treeOf(items, options, MAX_GROUNDS);
}

function treeOf<Item extends ReadingItem>(
  items: readonly Item[],
  options: ReadingOptions,
  grounds: number,
): ReadingTree<Item> {
  const [item] = items;
  if (item && items.length === 1) return { kind: 'one', item };
  const bands = splitByGaps(items, 'y');
  const groups = bands.length > 1 ? joinBands(bands, options.windowWidth) : [];
  if (groups.length < 2) return sideBySide(items, options, grounds);
  const parts = groups.map((group) =>
    group.length > 1
      ? sideBySide(group.flat(), options, grounds)
      : treeOf(group.flat(), options, grounds),
  );
  return { kind: 'rows', parts };
}

function sideBySide<Item extends ReadingItem>(
  items: readonly Item[],
  options: ReadingOptions,
  grounds: number,
): ReadingTree<Item> {
  const { rtl = false } = options;
  const columns = splitByGaps(items, 'x');
  if (columns.length > 1) {
    const inOrder = rtl ? columns.reverse() : columns;
    const steps = stepsOf(inOrder);
    const parts = (steps ?? inOrder).map((part) => treeOf(part, options, grounds));
    return { kind: steps ? 'steps' : 'columns', parts };
  }
  const ground = grounds > 0 ? groundOf(items, options) : null;
  if (!ground) return { kind: 'heap', items: byTop(items, rtl) };
  const others = items.filter((each) => each !== ground);
  const above = others.filter((each) => bottomOf(each) <= ground.y);
  const rest = others.filter((each) => bottomOf(each) > ground.y);
  const parts: ReadingTree<Item>[] = [{ kind: 'one', item: ground }];
  if (above.length > 0) parts.unshift(treeOf(above, options, grounds - 1));
  if (rest.length > 0) parts.push(treeOf(rest, options, grounds - 1));
  return { kind: 'rows', parts };
}

function byTop<Item extends Box>(items: readonly Item[], rtl: boolean): Item[] {
  const startOf = rtl ? (box: Box) => -rightOf(box) : (box: Box) => box.x;
  return [...items].sort((a, b) => a.y - b.y || startOf(a) - startOf(b));
}

/** What lies around others, or a line that runs through what it joins; the highest of these. */
function groundOf<Item extends Box>(
  items: readonly Item[],
  { rtl = false }: ReadingOptions,
): Item | null {
  const [left, right] = [extremes(items, ({ x }) => x)[0], extremes(items, rightOf)[1]];
  const [top, bottom] = [extremes(items, ({ y }) => y)[0], extremes(items, bottomOf)[1]];
  const [width, height] = [right - left, bottom - top];
  const area = (box: Box): number => box.width * box.height;
  const largest = [...items].sort((a, b) => area(b) - area(a)).slice(0, GROUNDS_LOOKED_AT);
  const isAround = (item: Item): boolean => {
    let held = 0;
    return items.some((other) => {
      if (area(other) < area(item) && holds(item, other)) held++;
      return held > 1;
    });
  };
  const isLine = (item: Item): boolean =>
    (item.height >= height * LINE_LENGTH_RATIO && item.width <= width * LINE_WIDTH_RATIO) ||
    (item.width >= width * LINE_LENGTH_RATIO && item.height <= height * LINE_WIDTH_RATIO);
  return byTop([...largest.filter(isAround), ...items.filter(isLine)], rtl)[0] ?? null;
}

/** The least and the greatest of a measure; calls with thousands of arguments are too long. */
function extremes<Item>(items: readonly Item[], measure: (item: Item) => number): [number, number] {
  let least = Infinity;
  let greatest = -Infinity;
  for (const item of items) {
    const value = measure(item);
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  }
  return [least, greatest];
}

/** The items of a tree, in reading order. */
export function itemsOf<Item>(tree: ReadingTree<Item>): readonly Item[] {
  const items: Item[] = [];
  const visit = (each: ReadingTree<Item>): void => {
    if (each.kind === 'one') items.push(each.item);
    else if (each.kind === 'heap') items.push(...each.items);
    else each.parts.forEach(visit);
  };
  visit(tree);
  return items;
}
