import type { Box } from '../model/Position.ts';
import { bottomOf } from './FlowBox.ts';
import {
  around,
  bandOf,
  gutterOf,
  IN_LINE_RATIO,
  isInLine,
  isNear,
  isOfPeers,
  looksLike,
  pairsOf,
  repeats,
  sharesColumn,
  type BandPair,
  type BandPart,
  type ReadingBand,
} from './ReadingBand.ts';
import type { ReadingItem } from './ReadingItem.ts';
import { splitByGaps } from './splitByGaps.ts';

/** Blocks so near to one another, and so many times further from what is beside them, are one. */
const TIGHT_RATIO = 1 / 20;
const TIGHT_GUTTERS = 2.5;

/** A cut by chance is no wider than the room between what stands in a column anyway, times this. */
const USUAL_GAP_RATIO = 1.5;

/**
 * Which bands are read a column at a time: those of one list. Three headings and below each its text
 * belong together by columns; the rows of a price list do not.
 *
 * Bands belong together where their columns stand below one another, in line and near, and
 * - each band is of peers (headings beside headings, texts beside texts), or
 * - what is below is far nearer than what is beside, or
 * - nothing is in line across: two columns that a line happens to cross nothing of.
 *
 * They stay apart where one repeats the other, as the rows of a list or of a grid of images do. A
 * band that looks like the first of those that belong together begins the next such, as in a grid of
 * images with captions; a list under headings is read by columns if there are three or more,
 * evenly spread.
 *
 * @param bands from the top, each with at least one item
 * @param windowWidth in the unit of the boxes
 */
export function joinBands<Item extends ReadingItem>(
  bands: readonly (readonly Item[])[],
  windowWidth: number,
): readonly (readonly (readonly Item[])[])[] {
  const read = bands.map(bandOf);
  const joined: Open<Item>[] = [];
  const repeating = new Set<ReadingBand<Item>>();
  read.slice(1).forEach((band, index) => {
    const above = read[index];
    if (!above || !repeats(above, band)) return;
    repeating.add(above);
    repeating.add(band);
  });
  const headed = listsUnderHeadings(read, repeating, windowWidth);
  for (const band of read) {
    const open = joined.at(-1);
    const columns = open ? columnsWith(open, band) : null;
    if (open && columns && belongs(open, band, { repeating, headed, windowWidth })) {
      open.bands.push(band);
      open.columns = columns;
    } else joined.push({ bands: [band], columns: band.parts });
  }
  return joined.map(({ bands: own }) => own.map(({ items }) => items));
}

/** Bands that belong together so far, and the columns that they stand in. */
interface Open<Item> {
  readonly bands: ReadingBand<Item>[];
  columns: readonly Box[];
}

interface Known<Item> {
  readonly repeating: ReadonlySet<ReadingBand<Item>>;
  /** Rows of lists that are read by columns, and the headings above. */
  readonly headed: ReadonlyMap<ReadingBand<Item>, number>;
  readonly windowWidth: number;
}

/** Whether a band goes on with the columns of those above it. */
function belongs<Item extends ReadingItem>(
  { bands: open }: Open<Item>,
  band: ReadingBand<Item>,
  { repeating, headed, windowWidth }: Known<Item>,
): boolean {
  const above = open.at(-1);
  const [first] = open;
  if (!above || !first) return false;
  const list = headed.get(band);
  if (list !== undefined || headed.has(above)) return list === headed.get(above);
  const pairs = pairsOf(above, band);
  if (byChance(above, band, pairs, windowWidth)) return true;
  if (repeating.has(above) || repeating.has(band)) return false;
  if (!isNear(above, band, windowWidth)) return false;
  if (open.length > 1 && band.parts.length === 1) return goesOn(open, band, windowWidth);
  return (
    ((isOfPeers(above) && isOfPeers(band)) || isTight(above, band, pairs, windowWidth)) &&
    pairs.length > 1 &&
    pairs.every((pair) => isInLine(pair, windowWidth)) &&
    !(open.length > 1 && looksLike(first, band))
  );
}

/** The columns of those above and of a band that stands in them; null where it makes some one. */
function columnsWith<Item>(
  { columns }: Pick<Open<Item>, 'columns'>,
  band: ReadingBand<Item>,
): Box[] | null {
  const most = Math.max(band.parts.length, columns.length);
  if (most < 2) return null;
  const all = splitByGaps<Box>([...columns, ...band.parts], 'x');
  return all.length === most ? all.map(around) : null;
}

/** Whether each block is far nearer to the one below it than to the one beside it. */
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

/** A band of one part, in one of the columns above: a button below one of three texts. */
function goesOn<Item>(
  open: readonly ReadingBand<Item>[],
  band: ReadingBand<Item>,
  windowWidth: number,
): boolean {
  const [part] = band.parts;
  if (!part) return false;
  for (const { parts } of open.toReversed()) {
    const last = parts.find((each) => sharesColumn(each, part));
    if (last) return isInLine([last, part], windowWidth);
  }
  return false;
}

/** Whether a line crosses two columns between their blocks without meaning anything. */
function byChance<Item extends ReadingItem>(
  above: ReadingBand<Item>,
  below: ReadingBand<Item>,
  pairs: readonly BandPair<Item>[],
  windowWidth: number,
): boolean {
  if (pairs.length < 2 || above.parts.length !== below.parts.length) return false;
  const slack = windowWidth * IN_LINE_RATIO;
  const levels = (of: (part: BandPart<Item>) => number): boolean => {
    const all = below.parts.map(of);
    return Math.max(...all) - Math.min(...all) <= slack;
  };
  if (levels(({ y }) => y) || levels(bottomOf)) return false;
  // The middles of columns are level by chance, those of single blocks on purpose.
  const areSingle = below.parts.every(({ items }) => items.length === 1);
  if (areSingle && levels((part) => part.y + part.height / 2)) return false;
  let hasUsual = false;
  for (const [a, b] of pairs) {
    const usual = Math.max(...gapsIn(a.items), ...gapsIn(b.items));
    if (usual === -Infinity) continue;
    hasUsual = true;
    if (b.y - bottomOf(a) > Math.max(usual, 0) * USUAL_GAP_RATIO + slack / 2) return false;
  }
  return hasUsual && isNear(above, below, windowWidth);
}

/** The room between what stands in a column. */
function gapsIn(items: readonly Box[]): number[] {
  return items.slice(1).map(({ y }, index) => y - bottomOf(items[index] ?? around([])));
}

/**
 * Lists in three or more even columns, each under its heading: links at the foot of a page. Gives
 * their bands, by the number of the list.
 */
function listsUnderHeadings<Item>(
  bands: readonly ReadingBand<Item>[],
  repeating: ReadonlySet<ReadingBand<Item>>,
  windowWidth: number,
): ReadonlyMap<ReadingBand<Item>, number> {
  const found = new Map<ReadingBand<Item>, number>();
  bands.forEach((head, index) => {
    const [first] = head.parts;
    if (!first || head.parts.length < 3 || repeating.has(head) || !isOfPeers(head)) return;
    const list: ReadingBand<Item>[] = [head];
    for (const band of bands.slice(index + 1)) {
      const above = list.at(-1) ?? head;
      if (!repeating.has(band) || !isOfPeers(band) || band.parts.length > head.parts.length) break;
      if (list.length > 1 && !repeats(above, band)) break;
      if (!isNear(above, band, windowWidth) || !columnsWith({ columns: head.parts }, band)) break;
      if (!pairsOf(head, band).every((pair) => isInLine(pair, windowWidth))) break;
      list.push(band);
    }
    if (list.length > 1 && isEven(head, windowWidth))
      for (const band of list) found.set(band, index);
  });
  return found;
}

/** Whether columns begin, or have their middles, at equal distances. */
function isEven<Item>({ parts }: ReadingBand<Item>, windowWidth: number): boolean {
  const spread = (of: (part: BandPart<Item>) => number): number => {
    const steps = parts.slice(1).map((part, index) => of(part) - of(parts[index] ?? part));
    return Math.max(...steps) - Math.min(...steps);
  };
  const slack = windowWidth * IN_LINE_RATIO;
  return spread(({ x }) => x) <= slack || spread((part) => part.x + part.width / 2) <= slack;
}
