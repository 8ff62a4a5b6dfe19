/** The colours of what the canvas draws around the page. */
export interface ChromeColors {
  readonly selection: string;
  /** Words and marks on a ground of the selection's colour. */
  readonly onSelection: string;
  readonly handle: string;
  readonly guide: string;
  readonly onGuide: string;
  readonly ink: string;
  /** The lines of what can be grabbed. */
  readonly grip: string;
  /** How wide outlines are, px, and other lines. */
  readonly linePx: number;
  readonly hairPx: number;
  /** The least opacity of anything that a person must see. */
  readonly leastOpacity: number;
  /** Under lines, so that they are seen on pages of every colour. */
  readonly halo: string | null;
}

/** What of the chrome is more than its colour where contrast is asked for, or colours are forced. */
const STRONG = { linePx: 2.5, hairPx: 2, leastOpacity: 1, halo: '#FFFFFF' } as const;
const USUAL = { linePx: 1.5, hairPx: 1, leastOpacity: 0, halo: null } as const;
const FORCED = '(forced-colors: active)';
const MORE = '(prefers-contrast: more)';

/**
 * Reads the host's design tokens where the canvas stands; each has a value of its own otherwise. With
 * forced colours they are the system's; where more contrast is asked for nothing is faint or thin.
 */
export function readChromeColors(element: Element): ChromeColors {
  if (matchMedia(FORCED).matches) return FORCED_CHROME_COLORS;
  const isStrong = matchMedia(MORE).matches;
  const plain = isStrong ? STRONG_CHROME_COLORS : DEFAULT_CHROME_COLORS;
  const style = getComputedStyle(element);
  const token = (name: string, fallback: string): string =>
    style.getPropertyValue(name).trim() || fallback;
  return {
    ...plain,
    // The page is the person's own and has no evening: what lies on it keeps to dark ink.
    selection: token('--color-selection-on-page', token('--color-selection', plain.selection)),
    onSelection: plain.onSelection,
    handle: token('--color-handle', plain.handle),
    guide: token('--color-guide', plain.guide),
    onGuide: token('--color-on-guide', plain.onGuide),
  };
}

/** Tells whenever the colours may be others: contrast, forced colours or the evening came or went. */
export function followChromeColors(onChange: () => void): () => void {
  const queries = [FORCED, MORE, '(prefers-color-scheme: dark)'].map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener('change', onChange);
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange);
  };
}

/** System colours (CSS Color 4), which a canvas knows by their names. */
const FORCED_CHROME_COLORS: ChromeColors = {
  selection: 'Highlight',
  onSelection: 'HighlightText',
  handle: 'Canvas',
  guide: 'LinkText',
  onGuide: 'Canvas',
  ink: 'CanvasText',
  grip: 'CanvasText',
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
  grip: '#A79F93',
  ...USUAL,
};

/** Without tokens, where more contrast is asked for: 7 to 1 and more on white. */
const STRONG_CHROME_COLORS: ChromeColors = {
  selection: '#0019A8',
  onSelection: '#FFFFFF',
  handle: '#FFFFFF',
  guide: '#A3004F',
  onGuide: '#FFFFFF',
  ink: '#000000',
  grip: '#000000',
  ...STRONG,
};
