/** The colours of the chrome. */
export interface ChromeColors {
  readonly selection: string;
  /** Text and icons on the selection's colour. */
  readonly onSelection: string;
  readonly handle: string;
  readonly guide: string;
  readonly onGuide: string;
  readonly ink: string;
  /** Outlines of section and cutoff handles. */
  readonly handleStroke: string;
  /** Line widths of outlines and of other lines, px. */
  readonly linePx: number;
  readonly thinLinePx: number;
  /** The lowest opacity of anything essential. */
  readonly minOpacity: number;
  /**
   * A contrasting colour below lines, so that they are visible on any background; null for none.
   */
  readonly halo: string | null;
}

/** Line widths, opacity and halo if the user prefers more contrast or forces colours. */
const STRONG = { linePx: 2.5, thinLinePx: 2, minOpacity: 1, halo: '#FFFFFF' } as const;
/** Line widths, opacity and halo if the user does neither. */
const NORMAL = { linePx: 1.5, thinLinePx: 1, minOpacity: 0, halo: null } as const;
const FORCED_COLORS = '(forced-colors: active)';
const MORE_CONTRAST = '(prefers-contrast: more)';

/**
 * Reads the host's design tokens from an element, with defaults. Returns the system's colours when
 * colours are forced; when the user prefers more contrast, nothing is faint or thin.
 */
export function readChromeColors(element: Element): ChromeColors {
  if (matchMedia(FORCED_COLORS).matches) return FORCED_CHROME_COLORS;
  const isStrong = matchMedia(MORE_CONTRAST).matches;
  const plain = isStrong ? STRONG_CHROME_COLORS : DEFAULT_CHROME_COLORS;
  const style = getComputedStyle(element);
  const token = (name: string, fallback: string): string =>
    style.getPropertyValue(name).trim() || fallback;
  return {
    ...plain,
    // Pages look the same in the dark scheme, so the chrome on them may keep a colour of its own.
    selection: token(
      '--cobble-color-selection-on-page',
      token('--cobble-color-selection', plain.selection),
    ),
    onSelection: plain.onSelection,
    handle: token('--cobble-color-handle', plain.handle),
    guide: token('--cobble-color-guide', plain.guide),
    onGuide: token('--cobble-color-on-guide', plain.onGuide),
  };
}

/**
 * Calls `onChange` when the colours may have changed: contrast, forced colours or colour scheme.
 * Returns a function that stops it.
 */
export function followChromeColors(onChange: () => void): () => void {
  const queries = [FORCED_COLORS, MORE_CONTRAST, '(prefers-color-scheme: dark)'].map((query) =>
    matchMedia(query),
  );
  for (const query of queries) query.addEventListener('change', onChange);
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange);
  };
}

/** System colours (CSS Color 4), which a canvas accepts by name. */
const FORCED_CHROME_COLORS: ChromeColors = {
  selection: 'Highlight',
  onSelection: 'HighlightText',
  handle: 'Canvas',
  guide: 'LinkText',
  onGuide: 'Canvas',
  ink: 'CanvasText',
  handleStroke: 'CanvasText',
  ...STRONG,
  halo: 'Canvas',
};

/** The colours without a host's tokens. */
export const DEFAULT_CHROME_COLORS: ChromeColors = {
  selection: '#2B4EFF',
  onSelection: '#FFFFFF',
  handle: '#FFFFFF',
  guide: '#FF2E93',
  onGuide: '#1E1A16',
  ink: '#1E1A16',
  handleStroke: '#A79F93',
  ...NORMAL,
};

/** The colours without tokens when more contrast is requested: at least 7:1 on white. */
const STRONG_CHROME_COLORS: ChromeColors = {
  selection: '#0019A8',
  onSelection: '#FFFFFF',
  handle: '#FFFFFF',
  guide: '#A3004F',
  onGuide: '#FFFFFF',
  ink: '#000000',
  handleStroke: '#000000',
  ...STRONG,
};
