import type { Box } from '../model/Position.ts';

/** Lines of one axis, sorted by place; the three arrays run in parallel. Page space. */
export interface SnapLines {
  /** Where the lines stand on the axis. */
  readonly at: Float64Array;
  /** How far each reaches along the other axis. */
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/** A box seen along one axis: `start` to `end` on it, `low` to `high` across it. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly low: number;
  readonly high: number;
}

/** Spans in one order; the arrays run in parallel, so that a search stays in flat memory. */
export interface SortedSpans {
  readonly spans: readonly Span[];
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** Neighbours of one axis, for equal gaps. */
export interface SnapSpans {
  readonly byStart: SortedSpans;
  readonly byEnd: SortedSpans;
}

/** All that a gesture can snap to, made once when it begins. */
export interface SnapTargets {
  /** Vertical lines. */
  readonly x: SnapLines;
  /** Horizontal lines. */
  readonly y: SnapLines;
  readonly spansX: SnapSpans;
  readonly spansY: SnapSpans;
}

/** What there is to snap to; boxes are axis-parallel bounds in page space. */
export interface SnapScene {
  /** Blocks that stay where they are: their edges, centres and the gaps between them count. */
  readonly blocks: readonly Box[];
  /** Sections: their edges and centres count. */
  readonly sections: readonly Box[];
  /** How tall the page is; the window's lines (0, 0.5, 1) reach so far. */
  readonly pageHeight: number;
}

type Line = readonly [at: number, from: number, to: number];

function linesOf(lines: Line[]): SnapLines {
  lines.sort((a, b) => a[0] - b[0]);
  return {
    at: Float64Array.from(lines, (line) => line[0]),
    from: Float64Array.from(lines, (line) => line[1]),
    to: Float64Array.from(lines, (line) => line[2]),
  };
}

function sortedBy(key: 'start' | 'end', all: readonly Span[]): SortedSpans {
  const spans = all.toSorted((a, b) => a[key] - b[key]);
  return {
    spans,
    start: Float64Array.from(spans, (span) => span.start),
    end: Float64Array.from(spans, (span) => span.end),
    low: Float64Array.from(spans, (span) => span.low),
    high: Float64Array.from(spans, (span) => span.high),
  };
}

function spansOf(spans: readonly Span[]): SnapSpans {
  return {
    byStart: sortedBy('start', spans),
    byEnd: sortedBy('end', spans),
  };
}

/** A box seen along the horizontal axis. */
export function spanX(box: Box): Span {
  return { start: box.x, end: box.x + box.width, low: box.y, high: box.y + box.height };
}

/** A box seen along the vertical axis. */
export function spanY(box: Box): Span {
  return { start: box.y, end: box.y + box.height, low: box.x, high: box.x + box.width };
}

function threeLines({ start, end, low, high }: Span): Line[] {
  return [
    [start, low, high],
    [(start + end) / 2, low, high],
    [end, low, high],
  ];
}

/** Sorts what can be snapped to, so that every later query is a bisection. */
export function createSnapTargets({ blocks, sections, pageHeight }: SnapScene): SnapTargets {
  const blocksX = blocks.map(spanX);
  const blocksY = blocks.map(spanY);
  const window = { start: 0, end: 1, low: 0, high: pageHeight };
  return {
    x: linesOf([...blocksX, ...sections.map(spanX), window].flatMap(threeLines)),
    y: linesOf([...blocksY, ...sections.map(spanY)].flatMap(threeLines)),
    spansX: spansOf(blocksX),
    spansY: spansOf(blocksY),
  };
}

/** The first place in a sorted array whose value is not below `value`. */
export function lowerBound(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
