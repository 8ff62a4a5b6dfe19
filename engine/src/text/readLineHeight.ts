import { readNumber, readPercentage } from '../model/readNumber.ts';

/** Line height of text that names none in pages older than 0.5.1. */
export const LEGACY_LINE_HEIGHT = 1.25;
const LEAST = 0.5;
const MOST = 5;

/**
 * A line height as a ratio of the font size, from a ratio, a percentage, px (as text, or a number
 * above 5, which no ratio reaches) or `normal`. Null for anything else.
 *
 * @param sizePx the font size that px are of
 */
export function readLineHeight(value: unknown, sizePx: number): number | null {
  if (value === 'normal') return LEGACY_LINE_HEIGHT;
  const percentage = readPercentage(value);
  if (percentage !== null) return inRange(percentage);
  const number = readNumber(value);
  if (number === null) return null;
  const isPx = number > MOST || (typeof value === 'string' && /px\s*$/i.test(value));
  return inRange(isPx ? number / (sizePx > 0 ? sizePx : 1) : number);
}

/** Ten-thousandths are finer than any screen and keep 1.2 from becoming 1.2000000000000002. */
function inRange(ratio: number): number {
  return Math.min(MOST, Math.max(LEAST, Math.round(ratio * 10_000) / 10_000));
}
