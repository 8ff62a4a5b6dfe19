import { GEOMETRY } from '../constants/geometry.ts';
import type { SizePx } from '../model/Position.ts';

/**
 * The size at which content from outside is placed, in px at the reference width: its own up to 480
 * px wide, else 480 with the same aspect ratio. An invalid size (0, NaN, infinite) becomes a square
 * of 480 px.
 */
export function insertedSize(widthPx: number, heightPx: number): SizePx {
  return fitWithin(widthPx, heightPx, GEOMETRY.maxInsertedWidthPx, Infinity);
}

/**
 * The size at which an uploaded image is placed, in px at the reference width: its own, or scaled
 * down to at most 600 px on either side. An invalid size becomes a square of 600 px.
 */
export function uploadedImageSize(widthPx: number, heightPx: number): SizePx {
  const max = GEOMETRY.uploadedImageMaxPx;
  return fitWithin(widthPx, heightPx, max, max);
}

function fitWithin(widthPx: number, heightPx: number, maxWidth: number, maxHeight: number): SizePx {
  if (!isSize(widthPx, heightPx)) return { width: maxWidth, height: Math.min(maxWidth, maxHeight) };
  const scale = Math.min(1, maxWidth / widthPx, maxHeight / heightPx);
  return { width: widthPx * scale, height: heightPx * scale };
}

function isSize(widthPx: number, heightPx: number): boolean {
  return (
    Number.isFinite(widthPx / heightPx) && Number.isFinite(heightPx) && widthPx > 0 && heightPx > 0
  );
}
