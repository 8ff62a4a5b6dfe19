import type { Box, Point } from '@cobble/engine';
import { clampZoom } from '../view/zoom.ts';

/** A zoom, and the point of page space in the middle of the view. */
export interface ViewTarget {
  readonly zoom: number;
  readonly middle: Point;
}

/**
 * The view that shows all of what another person sees, as large as it fits, in the middle.
 *
 * @param seen what they see, page space
 * @param own the size of this view, px, and its px per unit of page space at zoom 1
 */
export function viewTarget(
  seen: Box,
  own: { readonly width: number; readonly height: number; readonly basePx: number },
): ViewTarget {
  const fit = (px: number, units: number): number => px / (Math.max(1e-3, units) * own.basePx);
  const zoom = clampZoom(Math.min(fit(own.width, seen.width), fit(own.height, seen.height)));
  return { zoom, middle: { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 } };
}

/** How close to its target a view counts as there: a ratio of the zoom, and units of page space. */
const NEAR = { zoom: 0.002, units: 0.0005 };
/** The time in which a view covers about two thirds of its way to the target, ms. */
const EASE_MS = 90;

/** The view that follows `from` after some time on the way to a target; the target once it is near. */
export function stepTowards(from: ViewTarget, to: ViewTarget, elapsedMs: number): ViewTarget {
  const part = 1 - Math.exp(-elapsedMs / EASE_MS);
  const zoom = from.zoom * (to.zoom / from.zoom) ** part;
  const middle = {
    x: from.middle.x + (to.middle.x - from.middle.x) * part,
    y: from.middle.y + (to.middle.y - from.middle.y) * part,
  };
  const isNear =
    Math.abs(zoom / to.zoom - 1) < NEAR.zoom &&
    Math.abs(middle.x - to.middle.x) < NEAR.units &&
    Math.abs(middle.y - to.middle.y) < NEAR.units;
  return isNear ? to : { zoom, middle };
}
