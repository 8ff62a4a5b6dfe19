import { GEOMETRY, uploadedImageSize } from '@cobble/engine';

/**
 * The size at which an uploaded image is placed, px at the reference width: its own, shrunk so that
 * neither side exceeds 600 and it stays inside the window.
 */
export function placedSize(
  natural: { readonly width: number; readonly height: number },
  referenceWidthPx: number,
): { readonly width: number; readonly height: number } {
  const { width, height } = uploadedImageSize(natural.width, natural.height);
  const scale = Math.min(1, (referenceWidthPx * GEOMETRY.newBlockMaxWidth) / width);
  return { width: width * scale, height: height * scale };
}
