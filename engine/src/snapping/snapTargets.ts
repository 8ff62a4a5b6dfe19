import type { Box } from '../model/Position.ts';
import { GapIndex, type Span } from './equalGaps.ts';
import { type SnapLine, SortedLines } from './sortedLines.ts';

/** What one axis can snap to. */
export interface AxisTargets {
  /** Lines across the axis: edges and centres. */
  readonly lines: SortedLines;
  /** Who comes next along it, for equal gaps. */
  readonly after: GapIndex;
  /** The same of the {@link mirrored} spans: who came before. */
  readonly before: GapIndex;
}

/** All that a gesture can snap to, made once when it begins. */
export interface SnapTargets {
  /** Vertical lines, and neighbours to the left and right. */
  readonly x: AxisTargets;
  /** Horizontal lines, and neighbours above and below. */
  readonly y: AxisTargets;
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

/** A box seen along the horizontal axis. */
export function spanX(box: Box): Span {
  return { start: box.x, end: box.x + box.width, low: box.y, high: box.y + box.height };
}

/** A box seen along the vertical axis. */
export function spanY(box: Box): Span {
  return { start: box.y, end: box.y + box.height, low: box.x, high: box.x + box.width };
}

/** A span seen from the other end of its axis. */
export function mirrored({ start, end, low, high }: Span): Span {
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
    before: new GapIndex(blocks.map(mirrored)),
  };
}

/** Sorts what can be snapped to, so that every later query is a few looks into flat memory. */
export function createSnapTargets({ blocks, sections, pageHeight }: SnapScene): SnapTargets {
  const window: Span = { start: 0, end: 1, low: 0, high: pageHeight };
  return {
    x: axisOf(blocks.map(spanX), [...sections.map(spanX), window]),
    y: axisOf(blocks.map(spanY), sections.map(spanY)),
  };
}
