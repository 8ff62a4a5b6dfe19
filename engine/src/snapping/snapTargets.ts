import type { Box } from '../model/Position.ts';
import { GapIndex, type Span } from './equalGaps.ts';
import { type SnapLine, SortedLines } from './SortedLines.ts';

/** The snap targets of one axis. */
export interface AxisTargets {
  /** Edges and centres, as positions along the axis. */
  readonly lines: SortedLines;
  /** Finds the next span along the axis, for equal gaps. */
  readonly after: GapIndex;
  /** Finds the previous span: an index of the {@link mirrorSpan mirrored} spans. */
  readonly before: GapIndex;
}

/**
 * What a gesture can snap to, indexed for many queries. The editor builds it for the area around
 * the moving blocks, and again when they have moved far.
 */
export interface SnapTargets {
  /** Vertical lines, and neighbours to the left and right. */
  readonly x: AxisTargets;
  /** Horizontal lines, and neighbours above and below. */
  readonly y: AxisTargets;
}

/** What a gesture can snap to. Boxes are axis-aligned bounds in page space. */
export interface SnapScene {
  /**
   * Blocks that do not move. The gesture snaps to their edges and centres and to the gaps between
   * them.
   */
  readonly blocks: readonly Box[];
  /** Sections. The gesture snaps to their edges and centres. */
  readonly sections: readonly Box[];
  /** Height of the page: the extent of the window's lines (at 0, 0.5 and 1). */
  readonly pageHeight: number;
}

/** Projects a box onto the horizontal axis. */
export function spanX(box: Box): Span {
  return { start: box.x, end: box.x + box.width, low: box.y, high: box.y + box.height };
}

/** Projects a box onto the vertical axis. */
export function spanY(box: Box): Span {
  return { start: box.y, end: box.y + box.height, low: box.x, high: box.x + box.width };
}

/** Mirrors a span about the origin of its axis. */
export function mirrorSpan({ start, end, low, high }: Span): Span {
  return { start: -end, end: -start, low, high };
}

function linesOf({ start, end, low, high }: Span): SnapLine[] {
  return [
    { at: start, from: low, to: high },
    { at: (start + end) / 2, from: low, to: high },
    { at: end, from: low, to: high },
  ];
}

function axisOf(blocks: readonly Span[], others: readonly Span[]): AxisTargets {
  return {
    lines: new SortedLines([...blocks, ...others].flatMap(linesOf)),
    after: new GapIndex(blocks),
    before: new GapIndex(blocks.map(mirrorSpan)),
  };
}

/** Sorts and indexes snap targets, so that each query takes a few memory accesses. */
export function createSnapTargets({ blocks, sections, pageHeight }: SnapScene): SnapTargets {
  const window: Span = { start: 0, end: 1, low: 0, high: pageHeight };
  return {
    x: axisOf(blocks.map(spanX), [...sections.map(spanX), window]),
    y: axisOf(blocks.map(spanY), sections.map(spanY)),
  };
}
