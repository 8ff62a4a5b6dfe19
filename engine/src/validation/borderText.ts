import { isColor } from '../model/colors.ts';
import type { Border } from '../model/styles.ts';

export { DEFAULT_BORDER } from '../model/styles.ts';

const MAX_WIDTH_PX = 200;
const PATTERN =
  /^\s*(\d{1,4}(?:\.\d{1,4})?)px\s+(solid|dashed|dotted)\s+(\S(?:[^;{}]{0,62}\S)?)\s*$/i;

/**
 * Parses the text form of a border, `{n}px solid|dashed|dotted {colour}`. Widths above 200 px, the
 * maximum in pages, become 200. Null if the text is malformed or the colour invalid.
 */
export function parseBorder(text: string): Border | null {
  const [, width, style, color] = PATTERN.exec(text) ?? [];
  if (width === undefined || style === undefined || color === undefined) return null;
  if (!isColor(color)) return null;
  return {
    widthPx: Math.min(MAX_WIDTH_PX, Number(width)),
    style: style.toLowerCase() as Border['style'],
    color,
  };
}

/** Formats a border as text, with up to four decimal places. */
export function formatBorder({ widthPx, style, color }: Border): string {
  return `${String(Math.round(widthPx * 1e4) / 1e4)}px ${style} ${color}`;
}
