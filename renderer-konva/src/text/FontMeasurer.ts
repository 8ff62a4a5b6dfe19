import { memoize } from '@cobble/engine/memoize';

/** A font's height above and below its baseline, px. */
export interface FontMetrics {
  readonly ascent: number;
  readonly descent: number;
}

/** An interval of a line that is covered by ink, px. */
export type InkInterval = readonly [from: number, to: number];

/** Measures text; `font` is always a canvas font shorthand. */
export interface FontMeasurer {
  metrics(font: string): FontMetrics;
  /** Advance width of a run, px. */
  width(text: string, font: string): number;
  /**
   * The intervals in which a text's glyphs reach into the band below its baseline between two
   * depths, from left to right, px from the text's left end. Empty when ink cannot be measured.
   */
  inkBetween(text: string, font: string, top: number, bottom: number): readonly InkInterval[];
  /** Invalidates all caches, after a font has replaced its fallback. */
  clear(): void;
}

/** The part of a 2D context that measuring needs; node canvases have it too. */
export interface MeasureContext {
  font: string;
  textRendering?: CanvasTextRendering;
  measureText(text: string): {
    readonly width: number;
    readonly fontBoundingBoxAscent: number;
    readonly fontBoundingBoxDescent: number;
  };
}

/** Finds ink as {@link FontMeasurer.inkBetween} does, without a cache. */
export type InkFinder = FontMeasurer['inkBetween'];

/** The most fonts whose metrics are cached. */
const MAX_FONTS = 1000;
/** The most results of `inkBetween` that are cached. */
const MAX_INKS = 2000;

/**
 * Measures with a 2D context. The context's `font` is changed, so it must not be used for painting.
 *
 * Caches: metrics by font, and ink by text, font and band; invalidated by `clear`.
 *
 * @param findInk finds ink by drawing glyphs (`createInkFinder`); without it, underlines have
 *   no gaps for glyphs
 */
export function createFontMeasurer(context: MeasureContext, findInk?: InkFinder): FontMeasurer {
  const metrics = memoize(
    (font: string): FontMetrics => {
      context.font = font;
      const measured = context.measureText('x');
      return {
        ascent: measured.fontBoundingBoxAscent,
        descent: measured.fontBoundingBoxDescent,
      };
    },
    { maxEntries: MAX_FONTS },
  );
  const inkBetween = memoize(
    (text: string, font: string, top: number, bottom: number) =>
      findInk?.(text, font, top, bottom) ?? [],
    { maxEntries: MAX_INKS },
    (text, font, top, bottom) => `${String(top)}|${String(bottom)}|${font}|${text}`,
  );
  // Shape whole lines at once, as when painting and as browsers do in a page.
  context.textRendering = 'optimizeLegibility';
  return {
    metrics,
    width(text, font) {
      context.font = font;
      return context.measureText(text).width;
    },
    inkBetween,
    clear() {
      metrics.clear();
      inkBetween.clear();
    },
  };
}
