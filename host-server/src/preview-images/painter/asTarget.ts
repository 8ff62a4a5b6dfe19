import type { PaintTarget } from '@cobble/renderer-konva/paint';
import type { SKRSContext2D } from '@napi-rs/canvas';

/**
 * A canvas's context as painters know it: it has all that they use, and only its types are its own.
 * Images are made smaller as browsers make them smaller in a page, and not on a canvas.
 */
export function asTarget(context: SKRSContext2D): PaintTarget {
  context.imageSmoothingQuality = 'high';
  return context as unknown as PaintTarget;
}
