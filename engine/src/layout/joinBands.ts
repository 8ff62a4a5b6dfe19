import type { Box } from '../model/Position.ts';
import { bottomOf } from './FlowBox.ts';
import {
  boundsOf,
  bandOf,
  gutterOf,
  ALIGNED_RATIO,
  isAligned,
  isNear,
  hasPeerColumns,
  sharesAppearances,
  pairsOf,
  repeats,
  sharesColumn,
  type BandPair,
  type BandPart,
  type ReadingBand,
} from './ReadingBand.ts';
import type { ReadingItem } from './ReadingItem.ts';
import { splitByGaps } from './splitByGaps.ts';

/** The largest gap between tightly spaced blocks, as a fraction of the window's width. */
const TIGHT_RATIO = 1 / 20;

/** How many times wider the gutters must be than the gaps between tightly spaced blocks. */
const TIGHT_GUTTERS = 2.5;

/**
 * For the boundary between two bands to count as accidental, the gap there must be at most about this
 * many times as tall as the usual gap in the columns.
 */
const USUAL_GAP_RATIO = 1.5;

/**
 * Joins bands that are read column by column. For example, three headings with a text below each
 * are read by columns; the rows of a price list are not.
 *
 * Bands are joined if they are near each other, and
 * - their columns are aligned, and all parts of each band are peers (headings next to headings,
 *   texts next to texts), or
 * - their columns are aligned, and the gaps between the bands are much smaller than those between
 *   columns, or
 * - the lower one has a single column that is aligned with one of those joined so far, or
 * - the boundary between them is accidental: nothing is aligned across the columns.
 *
 * Bands that repeat each other, such as the rows of a list or image grid, are joined in the last
 * case only. A band with the same appearances as the first one of a group starts a new group, as in
 * a grid of images with captions. Lists under three or more evenly spaced headings are read by
 * columns.
 *
 * @param bands from the top, each with at least one item
 * @param windowWidth in the unit of the boxes
 */
export function joinBands<Item extends ReadingItem>(
  bands: readonly (readonly Item[])[],
  windowWidth: number,
): readonly (readonly (readonly Item[])[])[] {
  const readingBands = bands.map(bandOf);
  const joined: OpenGroup<Item>[] = [];
  const repeating = new Set<ReadingBand<Item>>();
  readingBands.slice(1).forEach((band, index) => {
    const above = readingBands[index];
    if (!above || !repeats(above, band)) return;
    repeating.add(above);
    repeating.add(band);
  });
  const headedLists = listsUnderHeadings(readingBands, repeating, windowWidth);
  for (const band of readingBands) {
    const group = joined.at(-1);
    const columns = group ? mergedColumns(group, band) : null;
    if (group && columns && continuesGroup(group, band, { repeating, headedLists, windowWidth })) {
      group.bands.push(band);
      group.columns = columns;
    } else joined.push({ bands: [band], columns: band.parts });
  }
  return joined.map(({ bands }) => bands.map(({ items }) => items));
}

/** Bands that are joined so far, and their columns. */
interface OpenGroup<Item> {
  readonly bands: ReadingBand<Item>[];
  columns: readonly Box[];
}

interface JoinContext<Item> {
  readonly repeating: ReadonlySet<ReadingBand<Item>>;
  /**
   * Index of the heading band for each band of a list that is read by columns, headings included.
   */
  readonly headedLists: ReadonlyMap<ReadingBand<Item>, number>;
  readonly windowWidth: number;
}

/** Whether a band continues the columns of the group above it. */
function continuesGroup<Item extends ReadingItem>(
  { bands: group }: OpenGroup<Item>,
  band: ReadingBand<Item>,
  { repeating, headedLists, windowWidth }: JoinContext<Item>,
): boolean {
  const above = group.at(-1);
  const [first] = group;
  if (!above || !first) return false;
  const list = headedLists.get(band);
  if (list !== undefined || headedLists.has(above)) return list === headedLists.get(above);
  const pairs = pairsOf(above, band);
  if (isAccidental(above, band, pairs, windowWidth)) return true;
  if (repeating.has(above) || repeating.has(band)) return false;
  if (!isNear(above, band, windowWidth)) return false;
  if (group.length > 1 && band.parts.length === 1) return continuesColumn(group, band, windowWidth);
  return (
    ((hasPeerColumns(above) && hasPeerColumns(band)) || isTight(above, band, pairs, windowWidth)) &&
    pairs.length > 1 &&
    pairs.every((pair) => isAligned(pair, windowWidth)) &&
    !(group.length > 1 && sharesAppearances(first, band))
  );
}

/**
 * Returns the columns of a group together with those of a band. Null if the band does not fit into
 * them, for example because it would merge two, or if there is only one column.
 */
function mergedColumns<Item>(
  { columns }: Pick<OpenGroup<Item>, 'columns'>,
  band: ReadingBand<Item>,
): Box[] | null {
  const columnCount = Math.max(band.parts.length, columns.length);
  if (columnCount < 2) return null;
  const all = splitByGaps<Box>([...columns, ...band.parts], 'x');
  return all.length === columnCount ? all.map(boundsOf) : null;
}

/** Whether gaps between the bands are much smaller than those between columns. */
function isTight<Item>(
  above: ReadingBand<Item>,
  below: ReadingBand<Item>,
  pairs: readonly BandPair<Item>[],
  windowWidth: number,
): boolean {
  const gap = Math.max(...pairs.map(([a, b]) => b.y - bottomOf(a)));
  return (
    pairs.length === above.parts.length &&
    pairs.length === below.parts.length &&
    gap <= Math.min(windowWidth * TIGHT_RATIO, gutterOf([above, below]) / TIGHT_GUTTERS)
  );
}

/**
 * Whether a band with one part continues a column above it, such as a button below one of three
 * texts.
 */
function continuesColumn<Item>(
  group: readonly ReadingBand<Item>[],
  band: ReadingBand<Item>,
  windowWidth: number,
): boolean {
  const [part] = band.parts;
  if (!part) return false;
  for (const { parts } of group.toReversed()) {
    const last = parts.find((each) => sharesColumn(each, part));
    if (last) return isAligned([last, part], windowWidth);
  }
  return false;
}

/** Whether the columns of two bands have a gap at the same height only by accident. */
function isAccidental<Item extends ReadingItem>(
  above: ReadingBand<Item>,
  below: ReadingBand<Item>,
  pairs: readonly BandPair<Item>[],
  windowWidth: number,
): boolean {
  if (pairs.length < 2 || above.parts.length !== below.parts.length) return false;
  const tolerance = windowWidth * ALIGNED_RATIO;
  const isLevel = (measure: (part: BandPart<Item>) => number): boolean => {
    const all = below.parts.map(measure);
    return Math.max(...all) - Math.min(...all) <= tolerance;
  };
  if (isLevel(({ y }) => y) || isLevel(bottomOf)) return false;
  // The centres of whole columns may be level by chance; those of single blocks are level on purpose.
  const areSingle = below.parts.every(({ items }) => items.length === 1);
  if (areSingle && isLevel((part) => part.y + part.height / 2)) return false;
  let hasUsualGap = false;
  for (const [a, b] of pairs) {
    const usualGap = Math.max(...gapsIn(a.items), ...gapsIn(b.items));
    if (usualGap === -Infinity) continue;
    hasUsualGap = true;
    if (b.y - bottomOf(a) > Math.max(usualGap, 0) * USUAL_GAP_RATIO + tolerance / 2) return false;
  }
  return hasUsualGap && isNear(above, below, windowWidth);
}

/** Returns the gaps between the items of a column. */
function gapsIn(items: readonly Box[]): number[] {
  return items.slice(1).map(({ y }, index) => y - bottomOf(items[index] ?? boundsOf([])));
}

/**
 * Finds lists in three or more evenly spaced columns under headings, such as links in a footer.
 * Returns the index of the heading band for each of their bands.
 */
function listsUnderHeadings<Item>(
  bands: readonly ReadingBand<Item>[],
  repeating: ReadonlySet<ReadingBand<Item>>,
  windowWidth: number,
): ReadonlyMap<ReadingBand<Item>, number> {
  const found = new Map<ReadingBand<Item>, number>();
  bands.forEach((head, index) => {
    const [first] = head.parts;
    if (!first || head.parts.length < 3 || repeating.has(head) || !hasPeerColumns(head)) return;
    const list: ReadingBand<Item>[] = [head];
    for (const band of bands.slice(index + 1)) {
      const above = list.at(-1) ?? head;
      if (!repeating.has(band) || !hasPeerColumns(band) || band.parts.length > head.parts.length)
        break;
      if (list.length > 1 && !repeats(above, band)) break;
      if (!isNear(above, band, windowWidth) || !mergedColumns({ columns: head.parts }, band)) break;
      if (!pairsOf(head, band).every((pair) => isAligned(pair, windowWidth))) break;
      list.push(band);
    }
    if (list.length > 1 && isEven(head, windowWidth))
      for (const band of list) found.set(band, index);
  });
  return found;
}

/** Whether the left edges or the centres of columns are evenly spaced. */
function isEven<Item>({ parts }: ReadingBand<Item>, windowWidth: number): boolean {
  const spread = (measure: (part: BandPart<Item>) => number): number => {
    const steps = parts
      .slice(1)
      .map((part, index) => measure(part) - measure(parts[index] ?? part));
    return Math.max(...steps) - Math.min(...steps);
  };
  const tolerance = windowWidth * ALIGNED_RATIO;
  return (
    spread(({ x }) => x) <= tolerance || spread((part) => part.x + part.width / 2) <= tolerance
  );
}
