import { GEOMETRY, uploadedImageSize } from '@cobble/engine';

/**
 * Returns the size of an uploaded image's block, px at the reference width: its own size, scaled
 * down so that neither side exceeds 600 and its width is at most 0.9 of the window's.
 */
export function placedSize(
  natural: { readonly width: number; readonly height: number },
  referenceWidthPx: number,
): { readonly width: number; readonly height: number } {
  const { width, height } = uploadedImageSize(natural.width, natural.height);
  const scale = Math.min(1, (referenceWidthPx * GEOMETRY.newBlockMaxWidth) / width);
  return { width: width * scale, height: height * scale };
}
