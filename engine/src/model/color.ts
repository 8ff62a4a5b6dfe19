import { z } from 'zod';

const number = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:%|deg|rad|turn|grad)?`;
const functional = new RegExp(
  String.raw`^(?:rgba?|hsla?|hsv|hwb)\(\s*${number}(?:(?:\s*,\s*|\s+)${number}){2}(?:\s*[,/]\s*${number})?\s*\)$`,
  'i',
);
const hex = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;
const keyword = /^[a-z]{3,24}$/i;

/**
 * Whether a string is one of the colour forms that pages may hold: hex, rgb, rgba, hsl, hsla, hsv,
 * hwb or a keyword (editing-canvas.md section 5). Nothing that passes can end a CSS declaration.
 */
export function isColor(value: string): boolean {
  return value.length <= 64 && (hex.test(value) || keyword.test(value) || functional.test(value));
}

/** A colour string of a page. */
export const colorSchema = z.string().max(64).refine(isColor, 'must be a color');
