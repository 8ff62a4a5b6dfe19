/** A canvas to paint on before the result is shown. */
export interface PaintBuffer {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
}

/**
 * Creates a canvas that is not displayed; null when the browser is out of memory. Not an
 * OffscreenCanvas, which would save a copy, because Chromium clips rounded corners without
 * antialiasing there.
 */
export function createPaintBuffer(width: number, height: number): PaintBuffer | null {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  return context && { canvas, context };
}

/** Transfers finished bitmaps; empty after each transfer. */
let carrier: OffscreenCanvas | null = null;

/**
 * A canvas that displays a bitmap and cannot be painted on. Without a GPU, Chromium copies every
 * visible 2D canvas in each frame, changed or not; this kind is copied once per bitmap.
 */
export class BitmapCanvas {
  readonly canvas: HTMLCanvasElement = document.createElement('canvas');
  readonly #renderer: ImageBitmapRenderingContext | null;

  constructor() {
    const hasCarrier = typeof OffscreenCanvas === 'function';
    this.#renderer = hasCarrier ? this.canvas.getContext('bitmaprenderer') : null;
    this.canvas.style.position = 'absolute';
  }

  /** Shows a copy of another canvas, at its size. */
  show(source: HTMLCanvasElement): void {
    const { canvas } = this;
    const { width, height } = source;
    if (width === 0 || height === 0) return;
    // The size does not follow the bitmap, and setting it clears the canvas.
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    if (this.#renderer) {
      carrier ??= new OffscreenCanvas(width, height);
      if (carrier.width !== width) carrier.width = width;
      if (carrier.height !== height) carrier.height = height;
      const context = carrier.getContext('2d');
      if (context) {
        context.drawImage(source, 0, 0);
        this.#renderer.transferFromImageBitmap(carrier.transferToImageBitmap());
        return;
      }
    }
    // Fallback for browsers without `OffscreenCanvas` or `bitmaprenderer`.
    const context = canvas.getContext('2d');
    context?.clearRect(0, 0, width, height);
    context?.drawImage(source, 0, 0);
  }
}
