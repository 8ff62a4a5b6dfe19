import type { PaintSurface, PaintTarget } from '@cobble/renderer-konva/paint';
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';

/**
 * Maximum area of a bitmap, in pixels: about ten times that of both preview images. Larger surfaces
 * are painted directly.
 */
const MAX_PIXELS = 12_000_000;
/** How many free bitmaps are kept for reuse. */
const MAX_FREE = 6;

/**
 * A pool of bitmaps for blocks that are painted separately. Bitmaps are reused as soon as they are
 * released: painting is synchronous, so nothing is garbage-collected until it ends.
 */
export class SurfacePool {
  private readonly create: (width: number, height: number) => Canvas;
  private readonly free: Canvas[] = [];

  constructor(create: (width: number, height: number) => Canvas) {
    this.create = create;
  }

  /** A clear bitmap, or null when it would be too large. */
  take(width: number, height: number): PaintSurface | null {
    if (width * height > MAX_PIXELS) return null;
    const reused = this.free.pop();
    const canvas = reused ?? this.create(width, height);
    if (reused !== undefined) {
      // Setting the size also clears the canvas.
      canvas.width = width;
      canvas.height = height;
    }
    return {
      target: toPaintTarget(canvas.getContext('2d')),
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
 * Converts a canvas context to the painters' type. Images are downscaled smoothly, as browsers do
 * in a page but not on a canvas by default.
 */
export function toPaintTarget(context: SKRSContext2D): PaintTarget {
  context.imageSmoothingQuality = 'high';
  return context as unknown as PaintTarget;
}
