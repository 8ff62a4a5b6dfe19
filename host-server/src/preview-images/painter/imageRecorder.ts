import type { PaintImage, PaintTarget } from '@cobble/renderer-konva/paint';

/** A target that paints nothing and records how wide images are drawn. */
export interface ImageRecorder {
  readonly target: PaintTarget;
  /** A placeholder for an image. */
  image(url: string): PaintImage;
  /**
   * The widths at which to load images, by address: the largest width drawn times an allowance, 0
   * if none was drawn. In px at the reference width.
   */
  readonly widths: ReadonlyMap<string, number>;
}

/** Allowance for images that cover a box and are wider than it. */
const COVER_ALLOWANCE = 1.5;
const IDENTITY = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
const GRADIENT = { addColorStop: () => undefined };

/**
 * Creates a target for a dry run: it lays out all texts and reveals which images the real painting
 * needs.
 */
export function createImageRecorder(): ImageRecorder {
  const widths = new Map<string, number>();
  const urls = new Map<unknown, string>();
  const drawImage = (source: unknown, _x: number, _y: number, width = 0): void => {
    const url = urls.get(source);
    if (url !== undefined) widths.set(url, Math.max(widths.get(url) ?? 0, width * COVER_ALLOWANCE));
  };
  const calls: Readonly<Record<string, unknown>> = {
    drawImage,
    getTransform: () => IDENTITY,
    createLinearGradient: () => GRADIENT,
  };
  const fields: Record<string | symbol, unknown> = { globalAlpha: 1 };
  const target = new Proxy(fields, {
    get: (own, name) =>
      typeof name === 'string' && Object.hasOwn(calls, name)
        ? calls[name]
        : Object.hasOwn(own, name)
          ? own[name]
          : nothing,
  });
  return {
    target: target as unknown as PaintTarget,
    image(url) {
      const source = { url };
      urls.set(source, url);
      // Requested even if it is not drawn in the end.
      if (!widths.has(url)) widths.set(url, 0);
      return { source: source as unknown as CanvasImageSource, width: 1000, height: 1000 };
    },
    widths,
  };
}

const nothing = (): undefined => undefined;
