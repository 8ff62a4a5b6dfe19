import { drawingPathData } from './drawingPathData.ts';
import { DRAWING_TOOLS } from './drawingTools.ts';
import type { Stroke } from './Stroke.ts';

/** A stroke as renderers fill it. */
export interface InkPath {
  /** The `d` of an SVG path in the strokes' own space, to be filled nonzero. */
  readonly pathData: string;
  readonly color: string;
  /** Of the filled path as a whole. */
  readonly opacity: number;
}

/**
 * What renderers fill, in order of painting. A drawing block scales it from
 * `0 0 drawingWidth drawingHeight` to its box.
 */
export function inkPaths(strokes: readonly Stroke[]): readonly InkPath[] {
  return strokes.map((stroke) => ({
    pathData: drawingPathData(stroke),
    color: stroke.color,
    opacity: DRAWING_TOOLS[stroke.tool].opacity,
  }));
}
