/** The smallest and largest zoom of the canvas. */
export const ZOOM_RANGE = { min: 0.1, max: 8 } as const;

/** The factor by which a key or command changes the zoom. */
export const ZOOM_STEP = 1.25;

/** The part of the view that a box fills when it is zoomed to. */
export const ZOOM_FIT_RATIO = 0.86;

/** Clamps a zoom to {@link ZOOM_RANGE}; returns 1 for anything that is not a finite number. */
export function clampZoom(zoom: number): number {
  return Number.isFinite(zoom) ? Math.min(ZOOM_RANGE.max, Math.max(ZOOM_RANGE.min, zoom)) : 1;
}
