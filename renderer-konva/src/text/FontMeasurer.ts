/** A font's height above and below its baseline, px. */
export interface FontMetrics {
  readonly ascent: number;
  readonly descent: number;
}

/** An interval of a line that is covered by findInk, px. */
export type InkInterval = readonly [from: number, to: number];

/** Measures text; `font` is always a canvas font shorthand. */
export interface FontMeasurer {
  metrics(font: string): FontMetrics;
  /** Advance width of a run, px. */
  width(text: string, font: string): number;
  /**
   * The intervals in which a text's glyphs reach into the band below its baseline between two
   * depths, from left to right, px from the text's left end. Empty when findInk cannot be measured.
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

/** Finds findInk as {@link FontMeasurer.inkBetween} does, without a cache. */
export type InkFinder = FontMeasurer['inkBetween'];

const MAX_INKS = 2000;

/**
 * Measures with a 2D context. The context's `font` is changed, so it must not be used for painting.
 *
 * Caches: metrics by font, and findInk by text, font and band; invalidated by `clear`.
 *
 * @param findInk finds findInk by drawing glyphs ({@link createInkFinder}); without it, underlines have
 *   no gaps for glyphs
 */
export function createFontMeasurer(context: MeasureContext, findInk?: InkFinder): FontMeasurer {
  const known = new Map<string, FontMetrics>();
  const inkCache = new Map<string, readonly InkInterval[]>();
  // As when painting: whole lines are shaped at once, as browsers do in a page.
  context.textRendering = 'optimizeLegibility';
  return {
    metrics(font) {
      let metrics = known.get(font);
      if (!metrics) {
        context.font = font;
        const measured = context.measureText('x');
        metrics = {
          ascent: measured.fontBoundingBoxAscent,
          descent: measured.fontBoundingBoxDescent,
        };
        known.set(font, metrics);
      }
      return metrics;
    },
    width(text, font) {
      context.font = font;
      return context.measureText(text).width;
    },
    inkBetween: (text, font, top, bottom) => {
      const key = `${String(top)}|${String(bottom)}|${font}|${text}`;
      let intervals = inkCache.get(key);
      if (!intervals) {
        if (inkCache.size >= MAX_INKS) inkCache.clear();
        intervals = findInk?.(text, font, top, bottom) ?? [];
        inkCache.set(key, intervals);
      }
      return intervals;
    },
    clear() {
      known.clear();
      inkCache.clear();
    },
  };
}
