import { isColor } from '../../model/colors.ts';
import { isRecord } from '../../model/json.ts';
import { memoize } from '../../model/memoize.ts';
import { readNumber } from './readNumber.ts';
import { DEFAULT_BORDER } from '../../model/styles.ts';
import type { JsonRecord } from '../Migration.ts';

const STYLES = new Set<unknown>(['solid', 'dashed', 'dotted']);
const MAX_WIDTH_PX = 200;

/** Splits CSS text at spaces outside parentheses. */
export function cssWords(text: string): readonly string[] {
  return text.length > 400 ? [] : (text.match(/(?:[^\s(]|\([^)]*\))+/g) ?? []);
}

/**
 * Reads a border from text such as `2px solid #000` or an object with `width`, `style` and `color`.
 * Missing parts get defaults; unknown styles become solid. An object with `widthPx` is unchanged.
 * Returns null for no border and for anything else.
 */
export function readBorder(value: unknown): JsonRecord | null {
  if (typeof value === 'string') return fromText(value);
  if (!isRecord(value) || Object.hasOwn(value, 'widthPx')) return isRecord(value) ? value : null;
  const { width, style, color, ...rest } = value;
  if (style === 'none') return null;
  return {
    ...rest,
    widthPx: inRange(readNumber(width) ?? DEFAULT_BORDER.widthPx),
    style: STYLES.has(style) ? style : DEFAULT_BORDER.style,
    color: typeof color === 'string' && isColor(color) ? color : DEFAULT_BORDER.color,
  };
}

/** Memoized by text, since blocks often have the same styles; results never change. */
const fromText = memoize(
  (text: string): JsonRecord | null => {
    const words = cssWords(text);
    if (words.length === 0 || words.some((word) => /^none$/i.test(word))) return null;
    const widths = words.map(readNumber).filter((width) => width !== null);
    const style = words.find((word) => STYLES.has(word.toLowerCase()))?.toLowerCase();
    const color = words.find(isColor);
    if (widths.length === 0 && style === undefined) return null;
    return {
      widthPx: inRange(widths[0] ?? DEFAULT_BORDER.widthPx),
      style: style ?? DEFAULT_BORDER.style,
      color: color ?? DEFAULT_BORDER.color,
    };
  },
  { maxEntries: 100, maxKeyLength: 200 },
);

function inRange(width: number): number {
  return Math.min(MAX_WIDTH_PX, Math.max(0, width));
}
