import type { PaintSurface, PaintTarget } from '@cobble/renderer-konva/paint';
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';

/** Larger than both images together, px; what is larger is painted without a surface. */
const MAX_PIXELS = 12_000_000;
/** Bitmaps that are kept for the next who needs one. */
const MAX_FREE = 6;

/**
 * Bitmaps for blocks that are painted apart. They are handed on as soon as they are given back: a
 * page paints at one go, and until it ends nothing that was dropped is cleared away.
 */
export class SurfacePool {
  private readonly create: (width: number, height: number) => Canvas;
  private readonly free: Canvas[] = [];

  constructor(create: (width: number, height: number) => Canvas) {
    this.create = create;
  }

  /** A clear bitmap, or null where it would be too large. */
  take(width: number, height: number): PaintSurface | null {
    if (width * height > MAX_PIXELS) return null;
    const known = this.free.pop();
    const canvas = known ?? this.create(width, height);
    if (known !== undefined) {
      // Either clears it, too.
      canvas.width = width;
      canvas.height = height;
    }
    return {
      target: asTarget(canvas.getContext('2d')),
      image: canvas as unknown as CanvasImageSource,
      release: () => {
        if (this.free.length < MAX_FREE) this.free.push(canvas);
        else {
          canvas.width = 1;
          canvas.height = 1;
        }
      },
    };
  }

  clear(): void {
    this.free.length = 0;
  }
}

/**
 * A canvas's context as painters know it: it has all that they use, and only its types are its own.
 * Images are made smaller as browsers make them smaller in a page, and not on a canvas.
 */
export function asTarget(context: SKRSContext2D): PaintTarget {
  context.imageSmoothingQuality = 'high';
  return context as unknown as PaintTarget;
}
