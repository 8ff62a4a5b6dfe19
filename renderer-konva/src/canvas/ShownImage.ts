/** What an image is painted on before it shows. */
export interface ImageSheet {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
}

/**
 * A canvas that nobody sees; null where the browser has no memory. Not an offscreen one, which would
 * save a copy: Chromium cuts off at rounded corners without soft edges there.
 */
export function createSheet(width: number, height: number): ImageSheet | null {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  return context && { canvas, context };
}

/** Hands finished images over; it is empty again after each. */
let carrier: OffscreenCanvas | null = null;

/**
 * A canvas that shows an image and cannot be painted on. Chromium copies every 2D canvas in sight
 * in each frame where it composites without a GPU, changed or not; this one it takes once an image.
 */
export class ShownImage {
  readonly canvas: HTMLCanvasElement = document.createElement('canvas');
  readonly #renderer: ImageBitmapRenderingContext | null;

  constructor() {
    const hasCarrier = typeof OffscreenCanvas === 'function';
    this.#renderer = hasCarrier ? this.canvas.getContext('bitmaprenderer') : null;
    this.canvas.style.position = 'absolute';
  }

  /** Shows what is on another canvas, and takes its size; what is painted there later is its own. */
  show(source: HTMLCanvasElement): void {
    const { canvas } = this;
    const { width, height } = source;
    if (width === 0 || height === 0) return;
    // Its own size is not taken from the image, and setting it empties it.
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
    // Browsers without it show a copy.
    const context = canvas.getContext('2d');
    context?.clearRect(0, 0, width, height);
    context?.drawImage(source, 0, 0);
  }
}
