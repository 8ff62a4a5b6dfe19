import { GEOMETRY } from '../constants/geometry.ts';
import type { Box } from '../model/Position.ts';
import { encodeDrawing } from './encodeDrawing.ts';
import { inkBox } from './inkBox.ts';
import type { Stroke } from './Stroke.ts';

/** What a drawing block is made of. */
export interface DrawnBlock {
  /** Where it lies, in page space (fractions of the window's width). */
  readonly box: Box;
  /** The block's content: the strokes, and the size of the box that they fill, px. */
  readonly content: {
    readonly drawingPaths: string;
    readonly drawingWidth: number;
    readonly drawingHeight: number;
  };
}

/**
 * Makes strokes that lie on the page into one block that shows them where they are. The box is the
 * ink's, in whole pixels; ink smaller than the least block stands in the middle of one.
 *
 * @param strokes px at the reference width, from the page's top left corner
 * @returns null when there is no ink
 * @throws CobbleError as `encodeDrawing` does
 */
export function drawingOf(strokes: readonly Stroke[], referenceWidth: number): DrawnBlock | null {
  const ink = inkBox(strokes);
  if (!ink) return null;
  const least = GEOMETRY.minBlockDimension * referenceWidth;
  const [x, drawingWidth] = around(ink.x, ink.width, least);
  const [y, drawingHeight] = around(ink.y, ink.height, least);
  const moved = strokes.map((stroke) => ({
    ...stroke,
    points: stroke.points.map((point) => ({ ...point, x: point.x - x, y: point.y - y })),
  }));
  return {
    box: {
      x: x / referenceWidth,
      y: y / referenceWidth,
      width: drawingWidth / referenceWidth,
      height: drawingHeight / referenceWidth,
    },
    content: { drawingPaths: encodeDrawing(moved), drawingWidth, drawingHeight },
  };
}

/** Whole pixels round a length, at least so many. */
function around(start: number, length: number, least: number): [start: number, length: number] {
  const from = Math.floor(start);
  const size = Math.ceil(start + length) - from;
  const wanted = Math.max(size, Math.ceil(least));
  return [from - Math.floor((wanted - size) / 2), wanted];
}
