/** A size in px, of the reference width unless said otherwise. */
export interface SizePx {
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * How large something is on a phone: there a px of its size is `min(1px, (100vw - gutterPx) /
 * overPx)`, with `gutterPx` in px of the screen.
 */
export interface PhoneScale {
  readonly gutterPx: number;
  readonly overPx: number;
  /** Its size there, before it is scaled, where that is another than on a desktop. */
  readonly size?: SizePx;
}

/** How large a box is painted on every screen: what its image's files are chosen by. */
export interface PaintedBox extends SizePx {
  /** On a desktop a px of its size is `min(1px, 100vw / referenceWidthPx)`. */
  readonly referenceWidthPx: number;
  readonly phone: PhoneScale;
}

/** The same box less so much at each of its sides. */
export function insetBox(painted: PaintedBox, byPx: number): PaintedBox {
  const less = ({ widthPx, heightPx }: SizePx): SizePx => ({
    widthPx: Math.max(0, widthPx - 2 * byPx),
    heightPx: Math.max(0, heightPx - 2 * byPx),
  });
  const { size } = painted.phone;
  return {
    ...painted,
    ...less(painted),
    phone: { ...painted.phone, ...(size ? { size: less(size) } : {}) },
  };
}

/** How wide an image is painted that covers a box, px: what is cut off at its sides counts. */
export function coveringWidthPx(box: SizePx, image: { width: number; height: number }): number {
  return Math.max(box.widthPx, (box.heightPx * image.width) / image.height);
}

/** How wide it is painted when all of it is in the box, px. */
export function containedWidthPx(box: SizePx, image: { width: number; height: number }): number {
  return Math.min(box.widthPx, (box.heightPx * image.width) / image.height);
}
