import { drawingPathData } from './drawingPathData.ts';
import { DRAWING_TOOLS } from './drawingTools.ts';
import type { Stroke } from './Stroke.ts';

/** A stroke as a filled path. */
export interface InkPath {
  /** The `d` attribute of an SVG path in the strokes' space, with the fill rule nonzero. */
  readonly pathData: string;
  readonly color: string;
  /** Opacity of the filled path as a whole. */
  readonly opacity: number;
}

/**
 * The paths that renderers fill, in paint order. A drawing block scales them from `0 0
 * drawingWidth drawingHeight` to its box.
 */
export function inkPaths(strokes: readonly Stroke[]): readonly InkPath[] {
  return strokes.map((stroke) => ({
    pathData: drawingPathData(stroke),
    color: stroke.color,
    opacity: DRAWING_TOOLS[stroke.tool].opacity,
  }));
}
