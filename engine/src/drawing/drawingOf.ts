import { GEOMETRY } from '../constants/geometry.ts';
import type { Box } from '../model/Position.ts';
import { encodeDrawing } from './encodeDrawing.ts';
import { inkBox } from './inkBox.ts';
import type { Stroke } from './Stroke.ts';

/** The parts of a drawing block. */
export interface DrawnBlock {
  /** Position and size in page space (fractions of the window's width). */
  readonly box: Box;
  /** The block's content: the encoded strokes, and the size of their box in px. */
  readonly content: {
    readonly drawingPaths: string;
    readonly drawingWidth: number;
    readonly drawingHeight: number;
  };
}

/**
 * Converts strokes on the page into one block at the same position. Its box is the bounds of the
 * ink in whole pixels; ink smaller than the minimum block size is centred in a box of that size.
 *
 * @param strokes px at the reference width, from the page's top left corner
 * @returns null if there is no ink
 * @throws CobbleError like `encodeDrawing`
 */
export function drawingOf(strokes: readonly Stroke[], referenceWidth: number): DrawnBlock | null {
  const ink = inkBox(strokes);
  if (!ink) return null;
  const min = GEOMETRY.minBlockDimension * referenceWidth;
  const [x, drawingWidth] = roundOut(ink.x, ink.width, min);
  const [y, drawingHeight] = roundOut(ink.y, ink.height, min);
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

/**
 * Rounds an interval out to whole pixels, and centres it in an interval of at least the minimum
 * length.
 */
function roundOut(start: number, length: number, min: number): [start: number, length: number] {
  const from = Math.floor(start);
  const size = Math.ceil(start + length) - from;
  const rounded = Math.max(size, Math.ceil(min));
  return [from - Math.floor((rounded - size) / 2), rounded];
}
