import { isColor } from '../../model/colors.ts';
import { isRecord } from '../../model/json.ts';
import { memoize } from '../../model/memoize.ts';
import { readNumber } from './readNumber.ts';
import { DEFAULT_SHADOW } from '../../model/styles.ts';
import type { JsonRecord } from '../Migration.ts';
import { cssWords } from './readBorder.ts';

const MAX_OFFSET_PX = 2000;
const MAX_BLUR_PX = 500;

/**
 * Reads a shadow from text such as `4px 4px 4px #000` (also in `drop-shadow()`; spread is ignored)
 * or an object with `x`, `y`, `blur` and `color`. An object with `xPx` is returned unchanged. Returns
 * null for no shadow and for anything else.
 */
export function readShadow(value: unknown): JsonRecord | null {
  if (typeof value === 'string') return fromText(value);
  if (!isRecord(value) || Object.hasOwn(value, 'xPx')) return isRecord(value) ? value : null;
  const { x, y, blur, color, ...rest } = value;
  return {
    ...rest,
    ...lengths(readNumber(x), readNumber(y), readNumber(blur)),
    color: typeof color === 'string' && isColor(color) ? color : DEFAULT_SHADOW.color,
  };
}

/** Memoized by text, since blocks often have the same styles; results never change. */
const fromText = memoize(
  (text: string): JsonRecord | null => {
    const inner = /^\s*drop-shadow\((.*)\)\s*$/i.exec(text)?.[1] ?? text;
    const words = cssWords(inner);
    const numbers = words.map(readNumber).filter((number) => number !== null);
    if (numbers.length < 2) return null;
    const color = words.find((word) => readNumber(word) === null && isColor(word));
    // Text without a blur has none; an object without one gets the default.
    return {
      ...lengths(numbers[0] ?? null, numbers[1] ?? null, numbers[2] ?? 0),
      color: color ?? DEFAULT_SHADOW.color,
    };
  },
  { maxEntries: 100, maxKeyLength: 200 },
);

function lengths(x: number | null, y: number | null, blur: number | null): JsonRecord {
  const offset = (px: number): number => Math.min(MAX_OFFSET_PX, Math.max(-MAX_OFFSET_PX, px));
  return {
    xPx: offset(x ?? DEFAULT_SHADOW.xPx),
    yPx: offset(y ?? DEFAULT_SHADOW.yPx),
    blurPx: Math.min(MAX_BLUR_PX, Math.max(0, blur ?? DEFAULT_SHADOW.blurPx)),
  };
}
