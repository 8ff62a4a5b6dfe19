import type { Box } from '../model/Position.ts';
import { boxAround, centerOf } from './boxes.ts';
import { minScale, resizeScale, type ResizeRequest, scaleBox } from './resizeBox.ts';

/** A block of a selection that is resized. */
export interface ResizeItem {
  readonly uuid: string;
  /** Unrotated, in the unit of the request. */
  readonly box: Box;
  readonly rotationDeg: number;
}

/** The argument of {@link resizeMany}; `box` is the selection frame. */
export interface ResizeManyRequest extends Omit<ResizeRequest, 'rotationDeg'> {
  readonly items: readonly ResizeItem[];
  /** The smallest factor if the aspect ratio is kept, in addition to `minSize`; default 0. */
  readonly minScale?: number;
}

/** The result of {@link resizeMany}. */
export interface ResizedMany {
  readonly bounds: Box;
  readonly scale: { readonly x: number; readonly y: number };
  readonly boxes: ReadonlyMap<string, Box>;
  /**
   * Whether width and height are scaled by the same factor: if requested, or if any rotation is not
   * a multiple of 90 degrees.
   */
  readonly keepsAspect: boolean;
}

/**
 * Scales a selection about the corner or edge opposite the handle, or about its centre. The aspect
 * ratio is kept if any rotation is not a multiple of 90 degrees, because that block would have to
 * be sheared.
 */
export function resizeMany(request: ResizeManyRequest): ResizedMany {
  const { items, box } = request;
  const keepsAspect = request.keepAspect || items.some((each) => quarterTurns(each) === null);
  const unrotated = { ...request, keepAspect: keepsAspect, rotationDeg: 0 };
  const isSideways = (item: ResizeItem): boolean => Math.abs((quarterTurns(item) ?? 0) % 2) === 1;
  const least = keepsAspect ? (request.minScale ?? 0) : 0;
  const min = { x: least, y: least };
  for (const item of items) {
    const width = minScale(item.box.width, request.minSize);
    const height = minScale(item.box.height, request.minSize);
    min.x = Math.max(min.x, isSideways(item) ? height : width);
    min.y = Math.max(min.y, isSideways(item) ? width : height);
  }
  const scale = resizeScale(unrotated, min);
  const bounds = scaleBox(unrotated, scale.x, scale.y);
  const boxes = new Map<string, Box>();
  for (const item of items) {
    const center = centerOf(item.box);
    const sideways = isSideways(item);
    boxes.set(
      item.uuid,
      boxAround(
        {
          x: bounds.x + (center.x - box.x) * scale.x,
          y: bounds.y + (center.y - box.y) * scale.y,
        },
        item.box.width * (sideways ? scale.y : scale.x),
        item.box.height * (sideways ? scale.x : scale.y),
      ),
    );
  }
  return { bounds, scale, boxes, keepsAspect };
}

/** The rotation in quarter turns, allowing for rounding; null if it is not a whole number of them. */
function quarterTurns({ rotationDeg }: ResizeItem): number | null {
  const turns = Math.round(rotationDeg / 90);
  return Math.abs(rotationDeg - turns * 90) > 1e-6 ? null : turns;
}
