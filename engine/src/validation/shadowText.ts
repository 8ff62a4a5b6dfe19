import { isColor } from '../model/colors.ts';
import type { Shadow } from '../model/styles.ts';

export { DEFAULT_SHADOW } from '../model/styles.ts';

const MAX_OFFSET_PX = 2000;
const MAX_BLUR_PX = 500;
const LENGTH = String.raw`(-?\d{1,5}(?:\.\d{1,4})?)(?:px)?`;
const PATTERN = new RegExp(
  String.raw`^\s*${LENGTH}\s+${LENGTH}\s+${LENGTH}\s+(\S(?:[^;{}]{0,62}\S)?)\s*$`,
  'i',
);

/**
 * Parses the text form of a shadow, `{x}px {y}px {blur}px {colour}`, in which `px` is optional.
 * Lengths are clamped to the limits of pages. Null if the text is malformed or the colour invalid.
 */
export function parseShadow(text: string): Shadow | null {
  const [, x, y, blur, color] = PATTERN.exec(text) ?? [];
  if (x === undefined || y === undefined || blur === undefined || color === undefined) return null;
  if (!isColor(color)) return null;
  const offset = (length: string): number =>
    Math.min(MAX_OFFSET_PX, Math.max(-MAX_OFFSET_PX, Number(length))) + 0;
  const blurPx = Math.min(MAX_BLUR_PX, Math.max(0, Number(blur)));
  return { xPx: offset(x), yPx: offset(y), blurPx, color };
}

/** Formats a shadow as text. */
export function formatShadow({ xPx, yPx, blurPx, color }: Shadow): string {
  const length = (px: number): string => `${String(Math.round(px * 1e4) / 1e4 + 0)}px`;
  return `${length(xPx)} ${length(yPx)} ${length(blurPx)} ${color}`;
}
