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
}

/**
 * Reads the host's design tokens where the canvas stands; each has a value of its own otherwise. With
 * forced colours (high contrast) they are the system's.
 */
export function readChromeColors(element: Element): ChromeColors {
  if (matchMedia('(forced-colors: active)').matches) return FORCED_CHROME_COLORS;
  const style = getComputedStyle(element);
  const token = (name: string, fallback: string): string =>
    style.getPropertyValue(name).trim() || fallback;
  return {
    selection: token('--color-selection', '#2B4EFF'),
    onSelection: token('--color-on-accent', '#FFFFFF'),
    handle: token('--color-handle', '#FFFFFF'),
    guide: token('--color-guide', '#FF2E93'),
    onGuide: token('--color-on-guide', '#1E1A16'),
    // The page is the person's own and has no evening: what lies on it keeps to dark ink.
    ink: '#1E1A16',
    grip: '#A79F93',
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
  grip: 'GrayText',
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
};
