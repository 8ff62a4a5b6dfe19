import { CobbleError } from '@cobble/engine';
import { createFontMeasurer } from '../text/FontMeasurer.ts';
import { inkFinderOf } from '../text/inkFinderOf.ts';
import { type TextMeasurers, textMeasurersOf } from '../text/textMeasurersOf.ts';
import { createTextLayouts, type TextLayouts } from '../text/TextLayouts.ts';

/** The document's text layouts: fonts belong to the document, so all canvases in it share them. */
export interface BrowserTexts {
  readonly layouts: TextLayouts;
  /** Called after a font arrived and all layouts were forgotten; returns the way to stop. */
  onFontsChanged(listener: () => void): () => void;
  /** Other font files are named by the document than before: asks again for those that texts need. */
  askAgain(): void;
}

/** A line of text at twice its size, and the part of it below the baseline, px. */
const INK_BITMAP = { width: 1024, height: 128 };

let texts: BrowserTexts | null = null;

/** The one of this document, made at first use. */
export function browserTexts(): BrowserTexts {
  return (texts ??= createBrowserTexts());
}

/**
 * What `createEditor` needs in its `environment` to measure text in a browser: how high and how wide
 * text blocks become, as this package lays text out.
 */
export function createTextMeasurers(): TextMeasurers {
  let made: TextMeasurers | null = null;
  // Made at first use: on a server an editor may be created, but has nothing to measure with.
  const measurers = (): TextMeasurers => (made ??= textMeasurersOf(browserTexts().layouts));
  return {
    measureTextHeight: (request) => measurers().measureTextHeight(request),
    measureTextWidth: (request) => measurers().measureTextWidth(request),
  };
}

function createBrowserTexts(): BrowserTexts {
  if (typeof document === 'undefined')
    throw new CobbleError('no_canvas', 'text is measured in a browser');
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new CobbleError('no_canvas', 'this browser gives no 2D canvas');
  const listeners = new Set<() => void>();
  const asked = new Set<string>();

  const startAnew = (): void => {
    layouts.invalidate();
    for (const listener of listeners) listener();
  };
  const askFor = (font: string, text: string): void => {
    // A family split by unicode-range loads only the parts that a text needs.
    const key = `${font}|${/[\u0100-\uffff]/.test(text) ? text : ''}`;
    if (asked.has(key)) return;
    asked.add(key);
    // The family alone: of its fallbacks one is always missing, by which the whole would fail.
    const own = /^[^"]*"[^"]*"/.exec(font)?.[0] ?? font;
    if (!document.fonts.check(own, text))
      document.fonts.load(own, text).catch(() => asked.delete(key));
  };

  const bitmap = Object.assign(document.createElement('canvas'), INK_BITMAP);
  const ink = bitmap.getContext('2d', { willReadFrequently: true });
  const measurer = createFontMeasurer(context, ink ? inkFinderOf(ink, INK_BITMAP) : undefined);
  const layouts = createTextLayouts(measurer, askFor);
  document.fonts.addEventListener('loadingdone', (event) => {
    if (event.fontfaces.length === 0) return;
    startAnew();
  });
  return {
    layouts,
    onFontsChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    askAgain() {
      asked.clear();
      startAnew();
    },
  };
}
