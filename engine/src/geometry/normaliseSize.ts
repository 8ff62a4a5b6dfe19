import { GEOMETRY } from '../constants/geometry.ts';
import type { SizePx } from '../model/Position.ts';

/**
 * The size at which something from outside is placed: its own up to 480 px wide, else 480 with its
 * ratio kept. Px at the reference width. A size that is none (0, NaN, endless) is a square of the
 * target's width.
 */
export function normaliseSize(widthPx: number, heightPx: number): SizePx {
  return fitted(widthPx, heightPx, GEOMETRY.normalWidthPx, Infinity);
}

/** The size at which an uploaded image is placed: neither side exceeds 600 px. */
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
