import { GEOMETRY } from '../constants/geometry.ts';
import type { SizePx } from '../model/Position.ts';

/**
 * The size at which content from outside is placed, in px at the reference width: its own up to 480
 * px wide, else 480 with the same aspect ratio. An invalid size (0, NaN, infinite) becomes a square
 * of 480 px.
 */
export function normaliseSize(widthPx: number, heightPx: number): SizePx {
  return fitted(widthPx, heightPx, GEOMETRY.normalWidthPx, Infinity);
}

/** The size at which an uploaded image is placed: at most 600 px on either side. */
export function uploadedImageSize(widthPx: number, heightPx: number): SizePx {
  const most = GEOMETRY.uploadedImageMaxPx;
  return fitted(widthPx, heightPx, most, most);
}

function fitted(widthPx: number, heightPx: number, widest: number, highest: number): SizePx {
  if (!isSize(widthPx, heightPx)) return { width: widest, height: Math.min(widest, highest) };
  const scale = Math.min(1, widest / widthPx, highest / heightPx);
  return { width: widthPx * scale, height: heightPx * scale };
}

function isSize(widthPx: number, heightPx: number): boolean {
  return Number.isFinite(widthPx / heightPx) && widthPx > 0 && heightPx > 0;
}
