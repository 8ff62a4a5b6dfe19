/** A size in px, at the reference width unless stated otherwise. */
export interface SizePx {
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * How a box scales on phones: one of its px is `min(1px, (100vw - gutterPx) / overPx)`, where
 * `gutterPx` is in screen px.
 */
export interface PhoneScale {
  readonly gutterPx: number;
  readonly overPx: number;
  /** Unscaled size on phones, if it differs from the size on desktops. */
  readonly size?: SizePx;
}

/** The size of a painted box on every screen, by which the variants of its image are chosen. */
export interface PaintedBox extends SizePx {
  /** On desktops one px of the box is `min(1px, 100vw / referenceWidthPx)`. */
  readonly referenceWidthPx: number;
  readonly phone: PhoneScale;
}

/** Shrinks a box by the same amount on each side. */
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

/** Width in px of an image that covers a box, including what is cropped. */
export function coveringWidthPx(box: SizePx, image: { width: number; height: number }): number {
  return Math.max(box.widthPx, (box.heightPx * image.width) / image.height);
}

/** Width in px of an image that is contained in a box. */
export function containedWidthPx(box: SizePx, image: { width: number; height: number }): number {
  return Math.min(box.widthPx, (box.heightPx * image.width) / image.height);
}
