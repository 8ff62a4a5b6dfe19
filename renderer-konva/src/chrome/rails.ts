import { GEOMETRY, type Point } from '@cobble/engine';
import type { CanvasView } from '../view/CanvasView.ts';

/** A rail's width, its distance from the window's edge, and its cutoff handle's height; px. */
export const RAIL = { width: 20, gap: 8, handleHeight: 56 } as const;
/**
 * Distance from the top of the viewport to the middle of the cutoff handles, px: below the host's
 * toolbars.
 */
const HANDLE_FROM_TOP_PX = 112;
/** Distance from a rail to the edge of the view when there is no space beside the window, px. */
const EDGE_GAP_PX = 2;

/** Hit distance beside a rail, px. */
const HIT_DISTANCE_PX = { mouse: 2, pen: 6, touch: 12 } as const;

/** The page rails beside the window; px from the window's top left corner. */
export interface PlacedRails {
  /** Left edge of each rail; null when the window's edge is out of view. */
  readonly left: number | null;
  readonly right: number | null;
  /** The page's height. */
  readonly height: number;
  /** The middle of the cutoff handles. */
  readonly handleY: number;
}

/** Positions the rails: beside the window, or over its edges when it fills the view. */
export function placeRails(view: CanvasView, pageHeight: number): PlacedRails {
  const visibleLeft = view.scrollLeft - view.windowLeft;
  const visibleRight = visibleLeft + view.width;
  const { pxPerUnit } = view;
  const beside = -(RAIL.gap + RAIL.width);
  const height = pageHeight * pxPerUnit;
  const half = RAIL.handleHeight / 2;
  return {
    left: visibleLeft > 0 ? null : Math.max(beside, visibleLeft + EDGE_GAP_PX),
    right:
      visibleRight < pxPerUnit
        ? null
        : Math.min(pxPerUnit + RAIL.gap, visibleRight - RAIL.width - EDGE_GAP_PX),
    height,
    handleY: Math.max(half, Math.min(view.scrollTop + HANDLE_FROM_TOP_PX, height - half)),
  };
}

/** The part of a rail under a pointer. */
export type RailHit = { readonly rail: 'left' | 'right' } | { readonly slicer: true };

/**
 * The cutoff handle or the slicer's track under a pointer; null outside both. Both rails have a
 * handle, only the left one has the slicer.
 *
 * @param point px from the window's top left corner
 */
export function hitRails(
  rails: PlacedRails,
  point: Point,
  pointerType: 'mouse' | 'pen' | 'touch',
): RailHit | null {
  const reach = HIT_DISTANCE_PX[pointerType];
  const isOn = (x: number | null): boolean =>
    x !== null && point.x >= x - reach && point.x <= x + RAIL.width + reach;
  const side = isOn(rails.left) ? 'left' : isOn(rails.right) ? 'right' : null;
  if (side === null) return null;
  if (Math.abs(point.y - rails.handleY) <= RAIL.handleHeight / 2 + reach) return { rail: side };
  const isOnPage = point.y > 0 && point.y < rails.height;
  return side === 'left' && isOnPage ? { slicer: true } : null;
}

/** The widths that a dragged rail snaps to, with the x of the window's edges; px. */
export function snapLines(
  view: CanvasView,
): readonly { readonly widthPx: number; readonly left: number; readonly right: number }[] {
  return GEOMETRY.windowSnapLinesPx.map((widthPx) => ({ widthPx, ...edgesAt(view, widthPx) }));
}

/** The window's edges at a reference width, px from its current left edge. */
export function edgesAt(view: CanvasView, widthPx: number): { left: number; right: number } {
  const half = (widthPx * view.scale) / 2;
  const middle = view.pxPerUnit / 2;
  return { left: middle - half, right: middle + half };
}
