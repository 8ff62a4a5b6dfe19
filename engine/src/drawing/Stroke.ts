import type { DrawingTool } from './drawingTools.ts';

/** A point of a stroke, in px at the reference width. */
export interface StrokePoint {
  readonly x: number;
  readonly y: number;
  /** From 0 to 1; at 0.5 the line has the stroke's width. */
  readonly pressure: number;
}

/**
 * A line of ink: a smooth curve through the points. Lengths are px at the reference width, from the
 * top left of the drawing's box (of the page, while drawing).
 */
export interface Stroke {
  readonly tool: DrawingTool;
  /** Any colour syntax that pages allow. The tool adds the highlighter's transparency. */
  readonly color: string;
  readonly widthPx: number;
  /** At least one; a single point is a dot. */
  readonly points: readonly StrokePoint[];
}
