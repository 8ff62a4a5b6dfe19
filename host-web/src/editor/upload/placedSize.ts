import { GEOMETRY } from '@cobble/engine';

/**
 * The size at which an uploaded picture is placed, px at the reference width: its own, shrunk so
 * that neither side exceeds 600 and it stays inside the window (editing-canvas.md section 5).
 */
export function placedSize(
  natural: { readonly width: number; readonly height: number },
  referenceWidthPx: number,
): { readonly width: number; readonly height: number } {
  const most = GEOMETRY.uploadedImageMaxPx;
  const room = referenceWidthPx * GEOMETRY.newBlockMaxWidth;
  const scale = Math.min(1, most / natural.width, most / natural.height, room / natural.width);
  return { width: natural.width * scale, height: natural.height * scale };
}
