import type { PaintTarget } from '@cobble/renderer-konva/paint';
import type { SKRSContext2D } from '@napi-rs/canvas';

/** The canvas's context as painters know it: it has all that they use, and only its types are its own. */
export function asTarget(context: SKRSContext2D): PaintTarget {
  return context as unknown as PaintTarget;
}
