import { GEOMETRY } from '../constants/geometry.ts';
import type { Box } from '../model/Position.ts';
import { decodeDrawing } from './decodeDrawing.ts';
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
  const drawn = inkBox(strokes);
  if (!drawn) return null;
  const [left, top] = [Math.floor(drawn.x), Math.floor(drawn.y)];
  // Encoding rounds points, which can turn the end of a short, wide stroke and so change its bounds.
  const rounded = decodeDrawing(encodeDrawing(strokes.map((stroke) => moved(stroke, left, top))));
  const ink = inkBox(rounded) ?? drawn;
  const min = GEOMETRY.minBlockDimension * referenceWidth;
  const [dx, drawingWidth] = roundOut(ink.x, ink.width, min);
  const [dy, drawingHeight] = roundOut(ink.y, ink.height, min);
  const [x, y] = [left + dx, top + dy];
  const drawingPaths = encodeDrawing(rounded.map((stroke) => moved(stroke, dx, dy)));
  return {
    box: {
      x: x / referenceWidth,
      y: y / referenceWidth,
      width: drawingWidth / referenceWidth,
      height: drawingHeight / referenceWidth,
    },
    content: { drawingPaths, drawingWidth, drawingHeight },
  };
}

/** A stroke relative to another corner, whole pixels from that of its own. */
function moved(stroke: Stroke, x: number, y: number): Stroke {
  const points = stroke.points.map((point) => ({ ...point, x: point.x - x, y: point.y - y }));
  return { ...stroke, points };
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
