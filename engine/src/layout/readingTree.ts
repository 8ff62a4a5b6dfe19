import type { Box } from '../model/Position.ts';
import { bottomOf, contains, rightOf } from './FlowBox.ts';
import { joinBands } from './joinBands.ts';
import type { ReadingItem, ReadingOptions } from './ReadingItem.ts';
import { splitByGaps } from './splitByGaps.ts';
import { timelineSteps } from './timelineSteps.ts';

/**
 * How boxes are read: from top to bottom (`rows`), column by column from the start side of the
 * language (`columns`), alternating between two columns (`steps`), or, if no straight line separates
 * them, by their top edges (`overlapping`). Parts and items are in reading order.
 */
export type ReadingTree<Item> =
  | { readonly kind: 'one'; readonly item: Item }
  | { readonly kind: 'overlapping'; readonly items: readonly Item[] }
  | {
      readonly kind: 'rows' | 'columns' | 'steps';
      readonly parts: readonly ReadingTree<Item>[];
    };

/** The maximum nesting of backgrounds. */
const MAX_BACKGROUNDS = 24;

/** How many of the largest boxes may be backgrounds. */
const BACKGROUND_CANDIDATES = 8;

/** A separator spans most of the other boxes and is thin compared to them. */
const SEPARATOR_LENGTH_RATIO = 0.7;
const SEPARATOR_WIDTH_RATIO = 0.06;

/**
 * Computes how people read boxes: bands from the top; within a band, columns from the start side;
 * within a column, bands again. Bands whose columns belong together are read column by column ({@link
 * joinBands}). A background comes before the boxes on it.
 *
 * @param items at least one
 */
export function readingTree<Item extends ReadingItem>(
  items: readonly Item[],
  options: ReadingOptions,
): ReadingTree<Item> {
  return treeOf(items, options, MAX_BACKGROUNDS);
}

function treeOf<Item extends ReadingItem>(
  items: readonly Item[],
  options: ReadingOptions,
  maxBackgrounds: number,
): ReadingTree<Item> {
  const [item] = items;
  if (item && items.length === 1) return { kind: 'one', item };
  const bands = splitByGaps(items, 'y');
  const groups = bands.length > 1 ? joinBands(bands, options.windowWidth) : [];
  if (groups.length < 2) return columnsOf(items, options, maxBackgrounds);
  const parts = groups.map((group) =>
    group.length > 1
      ? columnsOf(group.flat(), options, maxBackgrounds)
      : treeOf(group.flat(), options, maxBackgrounds),
  );
  return { kind: 'rows', parts };
}

function columnsOf<Item extends ReadingItem>(
  items: readonly Item[],
  options: ReadingOptions,
  maxBackgrounds: number,
): ReadingTree<Item> {
  const { rtl = false } = options;
  const columns = splitByGaps(items, 'x');
  if (columns.length > 1) {
    const inOrder = rtl ? columns.reverse() : columns;
    const steps = timelineSteps(inOrder);
    const parts = (steps ?? inOrder).map((part) => treeOf(part, options, maxBackgrounds));
    return { kind: steps ? 'steps' : 'columns', parts };
  }
  const background = maxBackgrounds > 0 ? backgroundOf(items, options) : null;
  if (!background) return { kind: 'overlapping', items: byTop(items, rtl) };
  const others = items.filter((each) => each !== background);
  const above = others.filter((each) => bottomOf(each) <= background.y);
  const rest = others.filter((each) => bottomOf(each) > background.y);
  const parts: ReadingTree<Item>[] = [{ kind: 'one', item: background }];
  if (above.length > 0) parts.unshift(treeOf(above, options, maxBackgrounds - 1));
  if (rest.length > 0) parts.push(treeOf(rest, options, maxBackgrounds - 1));
  return { kind: 'rows', parts };
}

function byTop<Item extends Box>(items: readonly Item[], rtl: boolean): Item[] {
  const startOf = rtl ? (box: Box) => -rightOf(box) : (box: Box) => box.x;
  return [...items].sort((a, b) => a.y - b.y || startOf(a) - startOf(b));
}

/** Returns the uppermost box that contains several others or is a separator line, or null. */
function backgroundOf<Item extends Box>(
  items: readonly Item[],
  { rtl = false }: ReadingOptions,
): Item | null {
  const [left, right] = [extremes(items, ({ x }) => x)[0], extremes(items, rightOf)[1]];
  const [top, bottom] = [extremes(items, ({ y }) => y)[0], extremes(items, bottomOf)[1]];
  const [width, height] = [right - left, bottom - top];
  const area = (box: Box): number => box.width * box.height;
  const largest = [...items].sort((a, b) => area(b) - area(a)).slice(0, BACKGROUND_CANDIDATES);
  const isBackground = (item: Item): boolean => {
    let count = 0;
    return items.some((other) => {
      if (area(other) < area(item) && contains(item, other)) count++;
      return count > 1;
    });
  };
  const isSeparator = (item: Item): boolean =>
    (item.height >= height * SEPARATOR_LENGTH_RATIO &&
      item.width <= width * SEPARATOR_WIDTH_RATIO) ||
    (item.width >= width * SEPARATOR_LENGTH_RATIO && item.height <= height * SEPARATOR_WIDTH_RATIO);
  return byTop([...largest.filter(isBackground), ...items.filter(isSeparator)], rtl)[0] ?? null;
}

/** Returns the minimum and maximum of a measure. `Math.min` throws for too many arguments. */
function extremes<Item>(items: readonly Item[], measure: (item: Item) => number): [number, number] {
  let min = Infinity;
  let max = -Infinity;
  for (const item of items) {
    const value = measure(item);
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return [min, max];
}

/** Returns the items of a tree in reading order. */
export function itemsOf<Item>(tree: ReadingTree<Item>): readonly Item[] {
  const items: Item[] = [];
  const visit = (each: ReadingTree<Item>): void => {
    if (each.kind === 'one') items.push(each.item);
    else if (each.kind === 'overlapping') items.push(...each.items);
    else each.parts.forEach(visit);
  };
  visit(tree);
  return items;
}
