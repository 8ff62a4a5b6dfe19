import type { Box, Point } from '../model/Position.ts';

/** The gap if no gap can be measured between the boxes. */
const DEFAULT_GAP_PX = 16;

interface Entry {
  readonly box: Box;
  readonly index: number;
}

/**
 * Arranges boxes into rows and columns with equal gaps, starting at their common top left corner. A
 * box joins the row whose first box it overlaps vertically by at least half of the smaller height. A
 * single row is centred vertically; boxes in several rows are aligned at their top and left edges.
 * The gaps are the means of the existing ones, in whole px at the reference width.
 *
 * @param unitPx px at the reference width per unit of the boxes
 * @returns the new position of each box, in the given order
 */
export function tidyBoxes(boxes: readonly Box[], unitPx: number): readonly Point[] {
  const rows = rowsOf(boxes);
  if (rows.length === 0) return [];
  const columns = Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, index) =>
    rows.flatMap((row) => row[index] ?? []),
  );
  const gapX = gapBetween(columns, 'x', unitPx);
  const gapY = gapBetween(rows, 'y', unitPx);
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const xs = startsOf(columns, left, gapX, ({ width }) => width);
  const ys = startsOf(rows, top, gapY, ({ height }) => height);
  const positions: Point[] = [];
  rows.forEach((row, rowIndex) => {
    const tallest = Math.max(...row.map(({ box }) => box.height));
    row.forEach(({ box, index }, columnIndex) => {
      const offset = rows.length === 1 ? (tallest - box.height) / 2 : 0;
      positions[index] = { x: xs[columnIndex] ?? left, y: (ys[rowIndex] ?? top) + offset };
    });
  });
  return positions;
}

function rowsOf(boxes: readonly Box[]): Entry[][] {
  const sorted = boxes
    .map((box, index) => ({ box, index }))
    .sort((a, b) => centerYOf(a.box) - centerYOf(b.box) || a.box.x - b.box.x);
  const rows: Entry[][] = [];
  for (const entry of sorted) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && isInRow(first.box, entry.box)) row.push(entry);
    else rows.push([entry]);
  }
  return rows.map((row) => row.sort((a, b) => a.box.x - b.box.x || a.box.y - b.box.y));
}

function centerYOf({ y, height }: Box): number {
  return y + height / 2;
}

function isInRow(a: Box, b: Box): boolean {
  const shared = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return shared > 0 && shared * 2 >= Math.min(a.height, b.height);
}

/**
 * The mean gap between neighbouring rows or columns that do not overlap, in the unit of the boxes,
 * rounded to whole px; 16 px if all overlap or touch.
 */
function gapBetween(lines: readonly (readonly Entry[])[], axis: 'x' | 'y', unitPx: number): number {
  const size = axis === 'x' ? 'width' : 'height';
  const gaps: number[] = [];
  lines.slice(1).forEach((line, index) => {
    const end = Math.max(...(lines[index] ?? []).map(({ box }) => box[axis] + box[size]));
    const gap = Math.min(...line.map(({ box }) => box[axis])) - end;
    // Touching boxes can have a tiny gap from rounding errors.
    if (gap * unitPx >= 0.5) gaps.push(gap);
  });
  if (gaps.length === 0) return DEFAULT_GAP_PX / unitPx;
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  return Math.max(1, Math.round(mean * unitPx)) / unitPx;
}

/** The start of each row or column, with `gap` between them. */
function startsOf(
  lines: readonly (readonly Entry[])[],
  from: number,
  gap: number,
  sizeOf: (box: Box) => number,
): number[] {
  let next = from;
  return lines.map((line) => {
    const start = next;
    next += Math.max(...line.map(({ box }) => sizeOf(box))) + gap;
    return start;
  });
}
