import type { Box } from '../model/Position.ts';
import { boxAround, centreOf, rotatePoint } from './boxes.ts';

/** A handle that resizes, by compass point. */
export type ResizeHandle = 'nw' | 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w';

/** Which side of the box a handle moves: -1 left or top, 0 none, 1 right or bottom. */
export function sidesOf(handle: ResizeHandle): { readonly x: -1 | 0 | 1; readonly y: -1 | 0 | 1 } {
  return {
    x: handle.includes('w') ? -1 : handle.includes('e') ? 1 : 0,
    y: handle.includes('n') ? -1 : handle.includes('s') ? 1 : 0,
  };
}

/** What {@link resizeBox} takes. Lengths are all of one unit, `dx` and `dy` along the page. */
export interface ResizeRequest {
  /** The unrotated box as it was when the drag began. */
  readonly box: Box;
  readonly rotationDeg: number;
  readonly handle: ResizeHandle;
  /** How far the pointer has moved since, along the page's axes. */
  readonly dx: number;
  readonly dy: number;
  readonly keepAspect: boolean;
  readonly fromCentre: boolean;
  /** Neither side becomes smaller, unless it was. */
  readonly minSize: number;
}

/** The least factor that a side may shrink by: one below the least size already may not shrink. */
export function leastScale(length: number, minSize: number): number {
  return length > minSize ? minSize / length : 1;
}

/**
 * The factors of width and height that a drag asks for, without turning the box inside out.
 *
 * @param least the smallest factors allowed; by default those that keep `minSize`
 */
export function resizeScale(
  request: ResizeRequest,
  least = {
    x: leastScale(request.box.width, request.minSize),
    y: leastScale(request.box.height, request.minSize),
  },
): { readonly x: number; readonly y: number } {
  const { box } = request;
  const side = sidesOf(request.handle);
  const move = rotatePoint({ x: request.dx, y: request.dy }, { x: 0, y: 0 }, -request.rotationDeg);
  const reach = request.fromCentre ? 2 : 1;
  const factor = (length: number, sign: number, by: number): number =>
    sign === 0 || length <= 0 ? 1 : (length + sign * by * reach) / length;
  const x = factor(box.width, side.x, move.x);
  const y = factor(box.height, side.y, move.y);
  if (!request.keepAspect)
    return {
      x: side.x === 0 ? 1 : Math.max(least.x, x),
      y: side.y === 0 ? 1 : Math.max(least.y, y),
    };
  // With a kept ratio the side that the pointer changes more decides.
  const wide = side.y === 0 || (side.x !== 0 && Math.abs(x - 1) >= Math.abs(y - 1));
  const wanted = wide ? x : y;
  const both = Math.max(least.x, least.y, wanted);
  return { x: both, y: both };
}

/**
 * A box after one of its handles was dragged: what lies opposite (a corner, or the middle of an
 * edge) stays where it was on the page, whatever the rotation; from the centre, the centre stays.
 * It never flips.
 */
export function resizeBox(request: ResizeRequest): Box {
  const scale = resizeScale(request);
  return scaleBox(request, scale.x, scale.y);
}

/** A box of new factors, held at what lies opposite to the handle. */
export function scaleBox(
  request: Pick<ResizeRequest, 'box' | 'rotationDeg' | 'handle' | 'fromCentre'>,
  scaleX: number,
  scaleY: number,
): Box {
  const { box } = request;
  const width = box.width * scaleX;
  const height = box.height * scaleY;
  const centre = centreOf(box);
  if (request.fromCentre) return boxAround(centre, width, height);
  const side = sidesOf(request.handle);
  const moved = rotatePoint(
    {
      x: centre.x + (side.x * (width - box.width)) / 2,
      y: centre.y + (side.y * (height - box.height)) / 2,
    },
    centre,
    request.rotationDeg,
  );
  return boxAround(moved, width, height);
}

/** A box of another height whose top edge stays where it was on the page. */
export function withHeight(box: Box, rotationDeg: number, height: number): Box {
  return scaleBox(
    { box, rotationDeg, handle: 's', fromCentre: false },
    1,
    box.height > 0 ? height / box.height : 1,
  );
}
