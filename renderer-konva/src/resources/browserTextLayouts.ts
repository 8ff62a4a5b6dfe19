import { CobbleError } from '@cobble/engine';
import { createFontMeasurer } from '../text/FontMeasurer.ts';
import { createInkFinder } from '../text/createInkFinder.ts';
import { type TextMeasurers, textMeasurersFor } from '../blocks/textMeasurers.ts';
import { createTextLayouts, type TextLayouts } from '../text/TextLayouts.ts';

/** The document's text layouts. Fonts belong to the document, so all its canvases share them. */
export interface BrowserTextLayouts {
  readonly layouts: TextLayouts;
  /**
   * Calls `listener` when all layouts are invalidated: with the families of fonts that have loaded,
   * or with none after `reloadFonts`. Returns a function that stops it.
   */
  onFontsChanged(listener: FontsListener): () => void;
  /** Requests all needed fonts again, after the document's `@font-face` rules changed. */
  reloadFonts(): void;
}

type FontsListener = (loadedFamilies: ReadonlySet<string>) => void;

/** Size of the bitmap for finding ink: a line of text at twice its size, below the baseline; px. */
const INK_BITMAP = { width: 1024, height: 128 };

/** Memoized once per document; never invalidated, as the layouts invalidate themselves. */
let shared: BrowserTextLayouts | null = null;

/**
 * The text layouts of this document, created at first use.
 *
 * @throws CobbleError `no_canvas` outside of a browser, or in one without a 2D canvas
 */
export function browserTextLayouts(): BrowserTextLayouts {
  return (shared ??= createBrowserTextLayouts());
}

/**
 * Creates the text measurers that `createEditor` needs in its `environment` in a browser: the
 * height and width of text blocks as this package lays out text.
 */
export function createTextMeasurers(): TextMeasurers {
  let cached: TextMeasurers | null = null;
  // Created at first use: a server may create an editor but has no canvas to measure with.
  const measurers = (): TextMeasurers =>
    (cached ??= textMeasurersFor(browserTextLayouts().layouts));
  return {
    measureTextHeight: (request) => measurers().measureTextHeight(request),
    measureTextWidth: (request) => measurers().measureTextWidth(request),
  };
}

function createBrowserTextLayouts(): BrowserTextLayouts {
  if (typeof document === 'undefined')
    throw new CobbleError('no_canvas', 'text is measured in a browser');
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new CobbleError('no_canvas', 'this browser provides no 2D canvas');
  const listeners = new Set<FontsListener>();
  // Cache: fonts and texts that were requested. Invalidated when `@font-face` rules change; an
  // entry when its request fails.
  const requested = new Set<string>();

  const invalidate = (loadedFamilies: ReadonlySet<string>): void => {
    layouts.invalidate();
    for (const listener of listeners) listener(loadedFamilies);
  };
  const requestFont = (font: string, text: string): void => {
    // A family split by unicode-range loads only the files that a text needs.
    const key = `${font}|${/[\u0100-\uffff]/.test(text) ? text : ''}`;
    if (requested.has(key)) return;
    requested.add(key);
    // Only the family itself: one of its fallbacks is always missing and would fail the whole
    // request.
    const own = /^[^"]*"[^"]*"/.exec(font)?.[0] ?? font;
    if (!document.fonts.check(own, text))
      document.fonts.load(own, text).catch(() => requested.delete(key));
  };

  const bitmap = Object.assign(document.createElement('canvas'), INK_BITMAP);
  const ink = bitmap.getContext('2d', { willReadFrequently: true });
  const measurer = createFontMeasurer(context, ink ? createInkFinder(ink, INK_BITMAP) : undefined);
  const layouts = createTextLayouts(measurer, requestFont);
  document.fonts.addEventListener('loadingdone', (event) => {
    if (event.fontfaces.length === 0) return;
    // Some browsers return the name in quotes, as in the rule.
    invalidate(new Set(event.fontfaces.map(({ family }) => family.replaceAll(/^["']|["']$/g, ''))));
  });
  return {
    layouts,
    onFontsChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reloadFonts() {
      requested.clear();
      invalidate(new Set());
    },
  };
}
