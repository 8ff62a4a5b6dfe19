import type { Box } from '../model/Position.ts';
import { unionBoxes } from '../geometry/boxes.ts';
import { bottomOf, rightOf } from './FlowBox.ts';
import type { ReadingItem } from './ReadingItem.ts';
import { splitByGaps } from './splitByGaps.ts';

/** What is so little of the window apart is in line. */
export const IN_LINE_RATIO = 1 / 75;

/** What is so near belongs together. */
const NEAR_RATIO = 1 / 15;

/** Room between bands may be so much of the gutter between columns. */
const GUTTER_RATIO = 1.25;

/** Heights differ by no more than this in rows that repeat. */
const SAME_HEIGHT_RATIO = 0.3;

/** What stands in one column of a band. */
export interface BandPart<Item> extends Box {
  /** From the top. */
  readonly items: readonly Item[];
  readonly look: string;
}

/** A stretch that a line divides from what is above and below it, as it is read. */
export interface ReadingBand<Item> {
  readonly items: readonly Item[];
  readonly parts: readonly BandPart<Item>[];
  readonly top: number;
  readonly bottom: number;
}

/** Parts of two bands in one column. */
export type BandPair<Item> = readonly [above: BandPart<Item>, below: BandPart<Item>];

/** A band's columns. */
export function bandOf<Item extends ReadingItem>(items: readonly Item[]): ReadingBand<Item> {
  const [only] = items;
  if (only && items.length === 1) {
    const { x, y, width, height, look = '' } = only;
    const part = { x, y, width, height, items, look };
    return { items, parts: [part], top: y, bottom: bottomOf(only) };
  }
  const parts = splitByGaps(items, 'x').map((held): BandPart<Item> => {
    const looks = new Set(held.map(({ look = '' }) => look));
    return {
      ...around(held),
      items: held.length < 2 ? held : held.toSorted((a, b) => a.y - b.y),
      look: [...looks].sort().join('+'),
    };
  });
  const box = around(items);
  return { items, parts, top: box.y, bottom: bottomOf(box) };
}

/** The box round boxes. */
export function around(items: readonly Box[]): Box {
  return unionBoxes(items) ?? { x: 0, y: 0, width: 0, height: 0 };
}

/** What stands in the same columns. */
export function pairsOf<Item>(
  above: ReadingBand<Item>,
  below: ReadingBand<Item>,
): readonly BandPair<Item>[] {
  return above.parts.flatMap((a) =>
    below.parts.flatMap((b): BandPair<Item>[] => (sharesColumn(a, b) ? [[a, b]] : [])),
  );
}

/** Whether one stands above the other, at least in part. */
export function sharesColumn(a: Box, b: Box): boolean {
  return a.x < rightOf(b) && b.x < rightOf(a);
}

/** Columns of one look: headings beside headings. */
export function isOfPeers<Item>({ parts }: ReadingBand<Item>): boolean {
  return parts.length > 1 && parts.every(({ look }) => look === parts[0]?.look);
}

/** Left edges, middles or right edges below one another. */
export function isInLine<Item>([a, b]: BandPair<Item>, windowWidth: number): boolean {
  const slack = windowWidth * IN_LINE_RATIO;
  const left = Math.abs(a.x - b.x);
  const right = Math.abs(rightOf(a) - rightOf(b));
  const middle = Math.abs(a.x + rightOf(a) - b.x - rightOf(b)) / 2;
  return Math.min(left, right, middle) <= slack;
}

/** The least room between columns that stand beside one another; infinite where none do. */
export function gutterOf<Item>(bands: readonly ReadingBand<Item>[]): number {
  const gutters = bands.flatMap(({ parts }) =>
    parts.slice(1).map(({ x }, index) => x - rightOf(parts[index] ?? around([]))),
  );
  return Math.min(...gutters);
}

/** Whether bands are near for columns so far apart. */
export function isNear<Item>(
  above: ReadingBand<Item>,
  below: ReadingBand<Item>,
  windowWidth: number,
): boolean {
  const gutter = gutterOf([above, below]);
  const most = Math.max(
    windowWidth * NEAR_RATIO,
    Number.isFinite(gutter) ? gutter * GUTTER_RATIO : 0,
  );
  return below.top - above.bottom <= most;
}

/** Rows of one list, or of a grid: of the same looks, to and fro too, and much of one height. */
export function repeats<Item>(above: ReadingBand<Item>, below: ReadingBand<Item>): boolean {
  if (above.parts.length < 2 || below.parts.length < 2 || !looksLike(above, below)) return false;
  const same = pairsOf(above, below).filter(([a, b]) => a.look === b.look);
  if (same.length === 0) return true;
  const alike = same.filter(([a, b]) => {
    if (a.look === 'image') return true;
    return Math.abs(a.height - b.height) <= Math.max(a.height, b.height) * SAME_HEIGHT_RATIO;
  });
  return alike.length * 2 >= same.length;
}

/** Whether all that the smaller of two bands shows is shown in the other as well. */
export function looksLike<Item>(a: ReadingBand<Item>, b: ReadingBand<Item>): boolean {
  const [few, many] = a.parts.length < b.parts.length ? [a, b] : [b, a];
  const left = new Map<string, number>();
  for (const { look } of many.parts) left.set(look, (left.get(look) ?? 0) + 1);
  return few.parts.every(({ look }) => {
    const count = left.get(look) ?? 0;
    left.set(look, count - 1);
    return count > 0;
  });
}
