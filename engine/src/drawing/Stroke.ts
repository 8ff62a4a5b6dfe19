import type { DrawingTool } from './drawingTools.ts';

/** A place that a stroke goes through; px at the reference width. */
export interface StrokePoint {
  readonly x: number;
  readonly y: number;
  /** From 0 to 1; 0.5 draws the stroke's own width. */
  readonly pressure: number;
}

/**
 * One line of ink. Its curve runs smoothly through the points; lengths are px at the reference
 * width, from the top left of the drawing's box (of the page, while it is being drawn).
 */
export interface Stroke {
  readonly tool: DrawingTool;
  /** One of the colour forms that pages may hold; the highlighter's transparency is the tool's. */
  readonly color: string;
  readonly widthPx: number;
  /** At least one; a single one is a dot. */
  readonly points: readonly StrokePoint[];
}
