import names from 'color-name';
import * as z from 'zod';
import { textReader, withQuickReader } from './quickReader.ts';

const number = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:%|deg|rad|turn|grad)?`;
const functional = new RegExp(
  String.raw`^(?:rgba?|hsla?|hsv|hwb)\(\s*${number}(?:(?:\s*,\s*|\s+)${number}){2}(?:\s*[,/]\s*${number})?\s*\)$`,
  'i',
);
const hex = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

/**
 * Whether a string is one of the colour forms that pages may hold: hex, rgb, rgba, hsl, hsla, hsv,
 * hwb or a keyword, which is the name of a colour or `transparent`. Nothing that passes can end a
 * CSS declaration.
 */
export function isColor(value: string): boolean {
  return value.length <= 64 && (hex.test(value) || isName(value) || functional.test(value));
}

function isName(value: string): boolean {
  const name = value.toLowerCase();
  return name === 'transparent' || Object.hasOwn(names, name);
}

/** The forms of colours that pages may hold. */
export type ColorForm = 'hex' | 'rgb' | 'rgba' | 'hsl' | 'hsla' | 'hsv' | 'hwb' | 'keyword';

/** The form of a colour string, or null of what is none. */
export function colorFormOf(value: string): ColorForm | null {
  if (!isColor(value)) return null;
  if (value.startsWith('#')) return 'hex';
  const name = /^[a-z]+(?=\()/i.exec(value)?.[0].toLowerCase();
  return (name as ColorForm | undefined) ?? 'keyword';
}

/** A colour string of a page. */
export const colorSchema = withQuickReader(
  z.string().max(64).refine(isColor, 'must be a color'),
  textReader(isColor),
);
