import type { Box } from '../model/Position.ts';
import { boxAround, centerOf, rotatePoint } from './boxes.ts';

/** A resize handle, by compass point. */
export type ResizeHandle = 'nw' | 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w';

/** The sides that a handle moves: -1 left or top, 0 none, 1 right or bottom. */
export function sidesOf(handle: ResizeHandle): { readonly x: -1 | 0 | 1; readonly y: -1 | 0 | 1 } {
  return {
    x: handle.includes('w') ? -1 : handle.includes('e') ? 1 : 0,
    y: handle.includes('n') ? -1 : handle.includes('s') ? 1 : 0,
  };
}

/** The argument of {@link resizeBox}. All lengths have the same unit. */
export interface ResizeRequest {
  /** The unrotated box at the start of the drag. */
  readonly box: Box;
  readonly rotationDeg: number;
  readonly handle: ResizeHandle;
  /** Movement of the pointer since then, along the page's axes. */
  readonly dx: number;
  readonly dy: number;
  readonly keepAspect: boolean;
  readonly fromCenter: boolean;
  /** Minimum width and height; a box that is smaller already does not shrink. */
  readonly minSize: number;
}

/** The smallest factor for a side; 1 if it is at or below the minimum already. */
export function minScale(length: number, minSize: number): number {
  return length > minSize ? minSize / length : 1;
}

/**
 * The factors by which a drag scales width and height. They are never negative: the box does not
 * flip.
 *
 * @param min the smallest allowed factors; default to those that `minSize` requires
 */
export function resizeScale(
  request: ResizeRequest,
  min = {
    x: minScale(request.box.width, request.minSize),
    y: minScale(request.box.height, request.minSize),
  },
): { readonly x: number; readonly y: number } {
  const { box } = request;
  const side = sidesOf(request.handle);
  const move = rotatePoint({ x: request.dx, y: request.dy }, { x: 0, y: 0 }, -request.rotationDeg);
  const multiplier = request.fromCenter ? 2 : 1;
  const factor = (length: number, sign: number, by: number): number =>
    sign === 0 || length <= 0 ? 1 : (length + sign * by * multiplier) / length;
  const x = factor(box.width, side.x, move.x);
  const y = factor(box.height, side.y, move.y);
  if (!request.keepAspect)
    return {
      x: side.x === 0 ? 1 : Math.max(min.x, x),
      y: side.y === 0 ? 1 : Math.max(min.y, y),
    };
  // When the aspect ratio is kept, the side that changes more determines the scale.
  const byWidth = side.y === 0 || (side.x !== 0 && Math.abs(x - 1) >= Math.abs(y - 1));
  const decisive = byWidth ? x : y;
  const scale = Math.max(min.x, min.y, decisive);
  return { x: scale, y: scale };
}

/**
 * Resizes a box by one of its handles. The opposite corner or edge midpoint keeps its position on
 * the page at any rotation; when resizing from the centre, the centre does. The box never flips.
 */
export function resizeBox(request: ResizeRequest): Box {
  const scale = resizeScale(request);
  return scaleBox(request, scale.x, scale.y);
}

/** Scales a box about the point opposite the handle, or about its centre (`fromCenter`). */
export function scaleBox(
  request: Pick<ResizeRequest, 'box' | 'rotationDeg' | 'handle' | 'fromCenter'>,
  scaleX: number,
  scaleY: number,
): Box {
  const { box } = request;
  const width = box.width * scaleX;
  const height = box.height * scaleY;
  const center = centerOf(box);
  if (request.fromCenter) return boxAround(center, width, height);
  const side = sidesOf(request.handle);
  const moved = rotatePoint(
    {
      x: center.x + (side.x * (width - box.width)) / 2,
      y: center.y + (side.y * (height - box.height)) / 2,
    },
    center,
    request.rotationDeg,
  );
  return boxAround(moved, width, height);
}

/** Sets the height of a box; its top edge keeps its position on the page. */
export function withHeight(box: Box, rotationDeg: number, height: number): Box {
  return withSize(box, rotationDeg, { width: box.width, height });
}

/** Sets the size of a box; the middle of its top edge keeps its position on the page. */
export function withSize(
  box: Box,
  rotationDeg: number,
  size: { readonly width: number; readonly height: number },
): Box {
  return scaleBox(
    { box, rotationDeg, handle: 's', fromCenter: false },
    box.width > 0 ? size.width / box.width : 1,
    box.height > 0 ? size.height / box.height : 1,
  );
}
