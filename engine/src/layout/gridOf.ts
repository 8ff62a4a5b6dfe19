import { bottomOf, type FlowBox, contains, rightOf } from './FlowBox.ts';

/** A row between two adjacent grid lines, in px at the reference width. */
export interface FlowTrack {
  readonly size: number;
  /** Its size is a minimum, because a text ends at its bottom line. */
  readonly grows: boolean;
}

/** Grid lines of a box, counted from 1 as in CSS. */
export interface GridArea {
  readonly rowStart: number;
  readonly rowEnd: number;
  readonly columnStart: number;
  readonly columnEnd: number;
  /** The box has no text itself but contains a box with text, so it grows with that one. */
  readonly stretches: boolean;
}

/** A grid whose lines are the edges of boxes. Px at the reference width. */
export interface FlowGrid {
  /** Left edge of the first column. */
  readonly left: number;
  /** Top edge of the first row. */
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly columns: readonly number[];
  readonly rows: readonly FlowTrack[];
  readonly areas: ReadonlyMap<string, GridArea>;
}

/**
 * Computes the grid of the boxes' edges: their distinct tops and bottoms are row lines, their lefts
 * and rights column lines. A row whose bottom line is the end of a text can grow, so that longer
 * text moves everything below it instead of overlapping it [LY2].
 */
export function gridOf(boxes: readonly FlowBox[]): FlowGrid {
  const ys = distinctSorted(boxes.flatMap((box) => [box.y, bottomOf(box)]));
  const xs = distinctSorted(boxes.flatMap((box) => [box.x, rightOf(box)]));
  const rowAt = lineNumbers(ys);
  const columnAt = lineNumbers(xs);
  const texts = boxes.filter((box) => box.grows);
  const growing = new Set<number>();
  const areas = new Map<string, GridArea>();
  for (const box of boxes) {
    const [rowStart, rowEnd] = span(rowAt, box.y, bottomOf(box));
    const [columnStart, columnEnd] = span(columnAt, box.x, rightOf(box));
    if (box.grows) growing.add(rowEnd - 1);
    const stretches = !box.grows && texts.some((text) => contains(box, text));
    areas.set(box.id, { rowStart, rowEnd, columnStart, columnEnd, stretches });
  }
  const left = xs[0] ?? 0;
  const top = ys[0] ?? 0;
  return {
    left,
    top,
    width: (xs.at(-1) ?? 0) - left,
    height: (ys.at(-1) ?? 0) - top,
    columns: trackSizes(xs),
    rows: trackSizes(ys).map((size, index) => ({ size, grows: growing.has(index + 1) })),
    areas,
  };
}

function distinctSorted(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

function lineNumbers(lines: readonly number[]): ReadonlyMap<number, number> {
  return new Map(lines.map((line, index) => [line, index + 1]));
}

/**
 * Returns the first and last line of a box. A box of size 0 gets the track after its position,
 * without filling it.
 */
function span(numbers: ReadonlyMap<number, number>, from: number, to: number): [number, number] {
  const start = numbers.get(from) ?? 1;
  return [start, Math.max(start + 1, numbers.get(to) ?? 0)];
}

/** Returns the distances between adjacent lines. A single line still makes one track of size 0. */
function trackSizes(lines: readonly number[]): number[] {
  if (lines.length < 2) return lines.map(() => 0);
  return lines.slice(1).map((line, index) => line - (lines[index] ?? line));
}
