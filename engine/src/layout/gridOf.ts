import { bottomOf, type FlowBox, holds, rightOf } from './FlowBox.ts';

/** A row or column between two neighbouring lines, px at the reference width. */
export interface FlowTrack {
  readonly size: number;
  /** Its size is a minimum: some text ends at its far line. */
  readonly grows: boolean;
}

/** Where a box stands in a grid; lines are counted from 1, as CSS does. */
export interface FlowPlace {
  readonly rowStart: number;
  readonly rowEnd: number;
  readonly columnStart: number;
  readonly columnEnd: number;
  /** It frames text without being text, and so becomes taller with it. */
  readonly stretches: boolean;
}

/** A grid made of boxes' own edges. Px at the reference width. */
export interface FlowGrid {
  /** Where the first column begins. */
  readonly left: number;
  /** Where the first row begins. */
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly columns: readonly number[];
  readonly rows: readonly FlowTrack[];
  readonly places: ReadonlyMap<string, FlowPlace>;
}

/**
 * The grid of boxes' edges: the sorted distinct tops and bottoms are row lines, lefts and rights
 * are column lines. A row at whose bottom line a text ends may grow, so that longer text moves what
 * is below it and never runs over it [LY2].
 */
export function gridOf(boxes: readonly FlowBox[]): FlowGrid {
  const ys = linesOf(boxes.flatMap((box) => [box.y, bottomOf(box)]));
  const xs = linesOf(boxes.flatMap((box) => [box.x, rightOf(box)]));
  const rowAt = numbersOf(ys);
  const columnAt = numbersOf(xs);
  const texts = boxes.filter((box) => box.grows);
  const growing = new Set<number>();
  const places = new Map<string, FlowPlace>();
  for (const box of boxes) {
    const [rowStart, rowEnd] = span(rowAt, box.y, bottomOf(box));
    const [columnStart, columnEnd] = span(columnAt, box.x, rightOf(box));
    if (box.grows) growing.add(rowEnd - 1);
    const stretches = !box.grows && texts.some((text) => holds(box, text));
    places.set(box.id, { rowStart, rowEnd, columnStart, columnEnd, stretches });
  }
  const left = xs[0] ?? 0;
  const top = ys[0] ?? 0;
  return {
    left,
    top,
    width: (xs.at(-1) ?? 0) - left,
    height: (ys.at(-1) ?? 0) - top,
    columns: sizesOf(xs),
    rows: sizesOf(ys).map((size, index) => ({ size, grows: growing.has(index + 1) })),
    places,
  };
}

function linesOf(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

function numbersOf(lines: readonly number[]): ReadonlyMap<number, number> {
  return new Map(lines.map((line, index) => [line, index + 1]));
}

/** First and last line of a stretch; an empty one borrows the next track and does not fill it. */
function span(numbers: ReadonlyMap<number, number>, from: number, to: number): [number, number] {
  const start = numbers.get(from) ?? 1;
  return [start, Math.max(start + 1, numbers.get(to) ?? 0)];
}

/** Sizes between neighbouring lines; a single line still makes one track, of no size. */
function sizesOf(lines: readonly number[]): number[] {
  if (lines.length < 2) return lines.map(() => 0);
  return lines.slice(1).map((line, index) => line - (lines[index] ?? line));
}
