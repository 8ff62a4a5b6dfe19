import { type PaintBuffer, createPaintBuffer } from '../BitmapCanvas.ts';
import { TILE_SIDE_PX } from './tileGrid.ts';

/**
 * A pool of reusable bitmaps. It never creates more than its capacity, so memory does not depend on
 * the page's height.
 */
export class TilePool<Bitmap> {
  readonly #create: () => Bitmap | null;
  readonly #free: Bitmap[] = [];
  #size = 0;
  #capacity = 0;

  constructor(create: () => Bitmap | null) {
    this.#create = create;
  }

  /** Number of bitmaps, in use or free. */
  get size(): number {
    return this.#size;
  }

  get capacity(): number {
    return this.#capacity;
  }

  /** Sets the maximum; surplus free bitmaps are discarded. */
  setCapacity(capacity: number): void {
    this.#capacity = capacity;
    while (this.#size > capacity && this.#free.pop() !== undefined) this.#size -= 1;
  }

  /**
   * A bitmap with arbitrary contents, or null when all are in use or the browser is out of memory.
   */
  take(): Bitmap | null {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (this.#size >= this.#capacity) return null;
    const bitmap = this.#create();
    if (bitmap !== null) this.#size += 1;
    return bitmap;
  }

  /** Returns a bitmap to the pool; it is discarded while the pool exceeds its capacity. */
  release(bitmap: Bitmap): void {
    if (this.#size > this.#capacity) this.#size -= 1;
    else this.#free.push(bitmap);
  }
}

/** Up to this many unused buffers are kept. */
const MAX_FREE = 2;

/** Buffers that tiles are painted on before they are shown: one for each tile being painted. */
export class PaintBufferPool {
  readonly #free: PaintBuffer[] = [];

  /** A reset buffer; null when the browser is out of memory. */
  take(): PaintBuffer | null {
    const free = this.#free.pop();
    if (!free) return createPaintBuffer(TILE_SIDE_PX, TILE_SIDE_PX);
    const { canvas, context } = free;
    if ('reset' in context) context.reset();
    else canvas.width = TILE_SIDE_PX;
    return free;
  }

  /** Returns a buffer. */
  release(buffer: PaintBuffer): void {
    if (this.#free.length < MAX_FREE) this.#free.push(buffer);
  }
}
