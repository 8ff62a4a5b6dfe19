/** How far a font reaches above and below its baseline, px. */
export interface FontMetrics {
  readonly ascent: number;
  readonly descent: number;
}

/** A stretch of a line that ink covers, px. */
export type InkStretch = readonly [from: number, to: number];

/** Measures fonts; `font` is always a canvas font shorthand. */
export interface FontMeasurer {
  metrics(font: string): FontMetrics;
  /** Advance width of a run, px. */
  width(text: string, font: string): number;
  /**
   * Where a text's letters reach into the band below its baseline between two depths: stretches from
   * left to right, px from the text's left end. Empty where nobody can tell.
   */
  inkBetween(text: string, font: string, top: number, bottom: number): readonly InkStretch[];
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

/** {@link FontMeasurer.inkBetween} as it is found out, before it is kept. */
export type InkFinder = FontMeasurer['inkBetween'];

const MAX_INKS = 2000;

/**
 * Measures with a 2D context. The context's `font` is changed, so it should be one that nobody
 * paints with.
 *
 * @param ink finds letters' ink by drawing them (`inkFinderOf`); without it lines under words have
 *   no gaps for letters
 */
export function createFontMeasurer(context: MeasureContext, ink?: InkFinder): FontMeasurer {
  const known = new Map<string, FontMetrics>();
  const inks = new Map<string, readonly InkStretch[]>();
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
    inkBetween: (text, font, top, bottom) => {
      const key = `${String(top)}|${String(bottom)}|${font}|${text}`;
      let stretches = inks.get(key);
      if (!stretches) {
        if (inks.size >= MAX_INKS) inks.clear();
        stretches = ink?.(text, font, top, bottom) ?? [];
        inks.set(key, stretches);
      }
      return stretches;
    },
    clear() {
      known.clear();
      inks.clear();
    },
  };
}
