import type { Box } from '../model/Position.ts';
import { unionBoxes } from '../geometry/boxes.ts';
import { bottomOf, rightOf } from './FlowBox.ts';
import type { ReadingItem } from './ReadingItem.ts';
import { splitByGaps } from './splitByGaps.ts';

/** Edges this close count as aligned, as a fraction of the window's width. */
export const ALIGNED_RATIO = 1 / 75;

/** Bands this close count as near, as a fraction of the window's width. */
const NEAR_RATIO = 1 / 15;

/** Near bands may also be this far apart, as a multiple of the gutter between their columns. */
const GUTTER_RATIO = 1.25;

/** Largest difference in height between repeating rows, as a fraction of the taller one. */
const MAX_HEIGHT_DIFFERENCE_RATIO = 0.3;

/** The items in one column of a band. */
export interface BandPart<Item> extends Box {
  /** Sorted from the top. */
  readonly items: readonly Item[];
  readonly appearance: string;
}

/** A horizontal stretch of items, with its columns. */
export interface ReadingBand<Item> {
  readonly items: readonly Item[];
  readonly parts: readonly BandPart<Item>[];
  readonly top: number;
  readonly bottom: number;
}

/** Parts of two bands that share a column. */
export type BandPair<Item> = readonly [above: BandPart<Item>, below: BandPart<Item>];

/** Splits a band into columns. */
export function bandOf<Item extends ReadingItem>(items: readonly Item[]): ReadingBand<Item> {
  const [only] = items;
  if (only && items.length === 1) {
    const { x, y, width, height, appearance = '' } = only;
    const part = { x, y, width, height, items, appearance };
    return { items, parts: [part], top: y, bottom: bottomOf(only) };
  }
  const parts = splitByGaps(items, 'x').map((column): BandPart<Item> => {
    const appearances = new Set(column.map(({ appearance = '' }) => appearance));
    return {
      ...boundsOf(column),
      items: column.length < 2 ? column : column.toSorted((a, b) => a.y - b.y),
      appearance: [...appearances].sort().join('+'),
    };
  });
  const box = boundsOf(items);
  return { items, parts, top: box.y, bottom: bottomOf(box) };
}

/** The box around all boxes. */
export function boundsOf(items: readonly Box[]): Box {
  return unionBoxes(items) ?? { x: 0, y: 0, width: 0, height: 0 };
}

/** Returns the pairs of parts that share a column. */
export function pairsOf<Item>(
  above: ReadingBand<Item>,
  below: ReadingBand<Item>,
): readonly BandPair<Item>[] {
  return above.parts.flatMap((a) =>
    below.parts.flatMap((b): BandPair<Item>[] => (sharesColumn(a, b) ? [[a, b]] : [])),
  );
}

/** Whether two boxes overlap horizontally. */
export function sharesColumn(a: Box, b: Box): boolean {
  return a.x < rightOf(b) && b.x < rightOf(a);
}

/** Whether a band has several columns, all with the same appearance, such as a row of headings. */
export function hasPeerColumns<Item>({ parts }: ReadingBand<Item>): boolean {
  return parts.length > 1 && parts.every(({ appearance }) => appearance === parts[0]?.appearance);
}

/** Whether the left edges, centres or right edges of two parts are aligned. */
export function isAligned<Item>([a, b]: BandPair<Item>, windowWidth: number): boolean {
  const tolerance = windowWidth * ALIGNED_RATIO;
  const left = Math.abs(a.x - b.x);
  const right = Math.abs(rightOf(a) - rightOf(b));
  const middle = Math.abs(a.x + rightOf(a) - b.x - rightOf(b)) / 2;
  return Math.min(left, right, middle) <= tolerance;
}

/** The smallest gap between adjacent columns. Infinity if there is only one column. */
export function gutterOf<Item>(bands: readonly ReadingBand<Item>[]): number {
  const gutters = bands.flatMap(({ parts }) =>
    parts.slice(1).map(({ x }, index) => x - rightOf(parts[index] ?? boundsOf([]))),
  );
  return Math.min(...gutters);
}

/** Whether the gap between two bands is small compared to the window or their gutters. */
export function isNear<Item>(
  above: ReadingBand<Item>,
  below: ReadingBand<Item>,
  windowWidth: number,
): boolean {
  const gutter = gutterOf([above, below]);
  const maxGap = Math.max(
    windowWidth * NEAR_RATIO,
    Number.isFinite(gutter) ? gutter * GUTTER_RATIO : 0,
  );
  return below.top - above.bottom <= maxGap;
}

/**
 * Whether two bands are rows of the same list or grid: each has several columns, the appearances of
 * one occur in the other in any order, and at least half of the peers in a shared column have
 * similar heights. Images always count as similar.
 */
export function repeats<Item>(above: ReadingBand<Item>, below: ReadingBand<Item>): boolean {
  if (above.parts.length < 2 || below.parts.length < 2 || !sharesAppearances(above, below))
    return false;
  const peers = pairsOf(above, below).filter(([a, b]) => a.appearance === b.appearance);
  if (peers.length === 0) return true;
  const similar = peers.filter(([a, b]) => {
    if (a.appearance === 'image') return true;
    return (
      Math.abs(a.height - b.height) <= Math.max(a.height, b.height) * MAX_HEIGHT_DIFFERENCE_RATIO
    );
  });
  return similar.length * 2 >= peers.length;
}

/** Whether all appearances of the band with fewer parts occur in the other one. */
export function sharesAppearances<Item>(a: ReadingBand<Item>, b: ReadingBand<Item>): boolean {
  const [few, many] = a.parts.length < b.parts.length ? [a, b] : [b, a];
  const remaining = new Map<string, number>();
  for (const { appearance } of many.parts)
    remaining.set(appearance, (remaining.get(appearance) ?? 0) + 1);
  return few.parts.every(({ appearance }) => {
    const count = remaining.get(appearance) ?? 0;
    remaining.set(appearance, count - 1);
    return count > 0;
  });
}
