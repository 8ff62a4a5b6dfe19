/** How far a font reaches above and below its baseline, px. */
export interface FontMetrics {
  readonly ascent: number;
  readonly descent: number;
}

/** Measures fonts; `font` is always a canvas font shorthand. */
export interface FontMeasurer {
  metrics(font: string): FontMetrics;
  /** Advance width of a run, px. */
  width(text: string, font: string): number;
  /** Forgets what was measured: a font has arrived in place of its fallback. */
  clear(): void;
}

/** What of a 2D context measuring needs; node canvases have it too. */
export interface MeasureContext {
  font: string;
  textRendering?: CanvasTextRendering;
  measureText(text: string): {
    readonly width: number;
    readonly fontBoundingBoxAscent: number;
    readonly fontBoundingBoxDescent: number;
  };
}

/**
 * Measures with a 2D context. The context's `font` is changed, so it should be one that nobody
 * paints with.
 */
export function createFontMeasurer(context: MeasureContext): FontMeasurer {
  const known = new Map<string, FontMetrics>();
  // As text is painted: whole lines are shaped at once, as the browser does it in a page.
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
    clear() {
      known.clear();
    },
  };
}
