import names from 'color-name';
import { memoize } from './memoize.ts';

const number = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:%|deg|rad|turn|grad)?`;
const functional = new RegExp(
  String.raw`^(?:rgba?|hsla?|hsv|hwb)\(\s*${number}(?:(?:\s*,\s*|\s+)${number}){2}(?:\s*[,/]\s*${number})?\s*\)$`,
  'i',
);
const hex = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

/**
 * Whether a string is a colour in one of the notations allowed in pages: hex, rgb, rgba, hsl, hsla,
 * hsv, hwb or a keyword, which is a colour name or `transparent`. No accepted string can break out
 * of a CSS declaration.
 */
export function isColor(value: string): boolean {
  return value.length <= 64 && (hex.test(value) || isName(value) || functional.test(value));
}

function isName(value: string): boolean {
  const name = value.toLowerCase();
  return name === 'transparent' || Object.hasOwn(names, name);
}

/** The colour notations allowed in pages. */
export type ColorForm = 'hex' | 'rgb' | 'rgba' | 'hsl' | 'hsla' | 'hsv' | 'hwb' | 'keyword';

/** The notation of a colour string; null if it is not a colour. */
export function colorFormOf(value: string): ColorForm | null {
  if (!isColor(value)) return null;
  if (value.startsWith('#')) return 'hex';
  const name = /^[a-z]+(?=\()/i.exec(value)?.[0].toLowerCase();
  return (name as ColorForm | undefined) ?? 'keyword';
}

/** A colour in sRGB: channels from 0 to 255, alpha from 0 to 1. */
export interface Rgb {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

/**
 * Parses a colour in any notation allowed in pages. Null if it is not a colour, as for `inherit`
 * and `currentcolor`.
 */
export function parseColor(value: string): Rgb | null {
  const text = value.trim().toLowerCase();
  if (!isColor(text)) return null;
  if (text.startsWith('#')) return fromHex(text.slice(1));
  const [, form, inner] = /^([a-z]+)\((.*)\)$/.exec(text) ?? [];
  if (form === undefined || inner === undefined) return fromName(text);
  const parts = inner.split(/[\s,/]+/).filter(Boolean);
  const [first, second, third] = parts;
  if (first === undefined || second === undefined || third === undefined) return null;
  const alpha = parts[3] === undefined ? 1 : clamp(ratio(parts[3], 1));
  if (form.startsWith('rgb'))
    return { ...rgb(ratio(first, 255), ratio(second, 255), ratio(third, 255)), alpha };
  const hue = degrees(first);
  const ratios = [clamp(ratio(second, 100)), clamp(ratio(third, 100))] as const;
  if (form.startsWith('hsl')) return { ...fromHsl(hue, ...ratios), alpha };
  return { ...(form === 'hsv' ? fromHsv(hue, ...ratios) : fromHwb(hue, ...ratios)), alpha };
}

function fromName(name: string): Rgb | null {
  if (name === 'transparent') return { red: 0, green: 0, blue: 0, alpha: 0 };
  if (!Object.hasOwn(names, name)) return null;
  const [red, green, blue] = names[name as keyof typeof names];
  return { red, green, blue, alpha: 1 };
}

function fromHex(hex: string): Rgb {
  const digits = hex.length <= 4 ? hex.replace(/./g, '$&$&') : hex;
  const channel = (index: number): number => Number.parseInt(digits.slice(index, index + 2), 16);
  const alpha = digits.length === 8 ? channel(6) / 255 : 1;
  return { red: channel(0), green: channel(2), blue: channel(4), alpha };
}

function fromHsl(hue: number, saturation: number, lightness: number): Omit<Rgb, 'alpha'> {
  const brightness = lightness + saturation * Math.min(lightness, 1 - lightness);
  return fromHsv(hue, brightness === 0 ? 0 : 2 * (1 - lightness / brightness), brightness);
}

function fromHwb(hue: number, white: number, black: number): Omit<Rgb, 'alpha'> {
  if (white + black >= 1) {
    const grey = white / (white + black);
    return rgb(grey, grey, grey);
  }
  return fromHsv(hue, 1 - white / (1 - black), 1 - black);
}

function fromHsv(hue: number, saturation: number, brightness: number): Omit<Rgb, 'alpha'> {
  const channel = (offset: number): number => {
    const k = (((offset + hue / 60) % 6) + 6) % 6;
    return brightness - brightness * saturation * Math.max(0, Math.min(k, 4 - k, 1));
  };
  return rgb(channel(5), channel(3), channel(1));
}

function rgb(red: number, green: number, blue: number): Omit<Rgb, 'alpha'> {
  const channel = (value: number): number => Math.round(255 * clamp(value));
  return { red: channel(red), green: channel(green), blue: channel(blue) };
}

/** Parses a number as a fraction of `whole`; a percentage is a fraction of 100. */
function ratio(text: string, whole: number): number {
  return Number.parseFloat(text) / (text.endsWith('%') ? 100 : whole);
}

const DEGREES_OF = { rad: 180 / Math.PI, turn: 360, grad: 0.9 } as const;

function degrees(text: string): number {
  const value = Number.parseFloat(text);
  if (text.endsWith('turn')) return value * DEGREES_OF.turn;
  if (text.endsWith('grad')) return value * DEGREES_OF.grad;
  return text.endsWith('rad') ? value * DEGREES_OF.rad : value;
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/**
 * Formats a colour in a notation allowed in pages. Transparent colours keep their alpha: `rgb` and
 * `hsl` become `rgba` and `hsla`, `hsv` and `hwb` get a fourth value. `keyword` yields the colour's
 * name, or hex if it has none. Parsing the result returns the same colour to 1/255 per channel.
 */
export function formatColor(color: Rgb, form: ColorForm): string {
  switch (form) {
    case 'hex':
      return hexOf(color);
    case 'keyword':
      return nameOf(color) ?? hexOf(color);
    case 'rgb':
    case 'rgba': {
      const values = [color.red, color.green, color.blue].map((each) => String(Math.round(each)));
      return formatWithCommas('rgb', values, color, form === 'rgba');
    }
    case 'hsl':
    case 'hsla': {
      const { hue, max, min } = measure(color);
      const lightness = (max + min) / 2;
      const maxRange = 1 - Math.abs(2 * lightness - 1);
      const saturation = maxRange === 0 ? 0 : (max - min) / maxRange;
      return formatWithCommas(
        'hsl',
        [short(hue), percent(saturation), percent(lightness)],
        color,
        form === 'hsla',
      );
    }
    case 'hsv': {
      const { hue, max, min } = measure(color);
      const values = [short(hue), percent(max === 0 ? 0 : (max - min) / max), percent(max)];
      return `hsv(${[...values, ...alphaOf(color)].join(', ')})`;
    }
    case 'hwb': {
      const { hue, max, min } = measure(color);
      const values = [short(hue), percent(min), percent(1 - max)].join(' ');
      return `hwb(${[values, ...alphaOf(color)].join(' / ')})`;
    }
  }
}

function hexOf({ red, green, blue, alpha }: Rgb): string {
  const channels = alpha < 1 ? [red, green, blue, alpha * 255] : [red, green, blue];
  const digits = channels.map((each) => Math.round(each).toString(16).padStart(2, '0'));
  return `#${digits.join('')}`.toUpperCase();
}

function nameOf({ red, green, blue, alpha }: Rgb): string | null {
  if (alpha === 0 && red === 0 && green === 0 && blue === 0) return 'transparent';
  if (alpha < 1) return null;
  const isSameColor = ([r, g, b]: readonly number[]): boolean =>
    r === red && g === green && b === blue;
  return Object.entries(names).find(([, channels]) => isSameColor(channels))?.[0] ?? null;
}

function formatWithCommas(
  name: string,
  values: readonly string[],
  color: Rgb,
  always: boolean,
): string {
  const alpha = always && color.alpha === 1 ? ['1'] : alphaOf(color);
  return `${name}${alpha.length > 0 ? 'a' : ''}(${[...values, ...alpha].join(', ')})`;
}

function alphaOf({ alpha }: Rgb): string[] {
  return alpha < 1 ? [String(Math.round(alpha * 1000) / 1000)] : [];
}

/** Hue in degrees, and the largest and smallest channel, from 0 to 1. */
function measure({ red, green, blue }: Rgb): { hue: number; max: number; min: number } {
  const [max, min] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const range = max - min;
  let hue = 0;
  if (range > 0 && max === red) hue = ((green - blue) / range) * 60;
  else if (range > 0)
    hue = max === green ? 120 + ((blue - red) / range) * 60 : 240 + ((red - green) / range) * 60;
  return { hue: (hue + 360) % 360, max: max / 255, min: min / 255 };
}

const short = (value: number): string => String(Math.round(value * 100) / 100);
const percent = (ratio: number): string => `${short(ratio * 100)}%`;

/** Limits for results memoized by colour. Long keys are not stored, because authors choose them. */
const COLOR_CACHE = { maxEntries: 2000, maxKeyLength: 64 };

/**
 * Converts a page's colour to `#RRGGBB`, or `#RRGGBBAA` if it is not opaque, which every renderer
 * supports (CSS has no `hsv()`, Konva no `hwb()`). Null if it is not a colour.
 */
export const normalizeColor: (value: string) => string | null = memoize((value) => {
  const color = parseColor(value);
  return color && formatColor(color, 'hex');
}, COLOR_CACHE);

/**
 * The contrast ratio of two colours, from 1 to 21 (WCAG 2.2). Transparent colours are blended with
 * white, and anything that is not a colour counts as white.
 */
export function contrastRatio(a: string, b: string): number {
  const [light, dark] = [luminance(parseColor(a)), luminance(parseColor(b))].sort((x, y) => y - x);
  return ((light ?? 1) + 0.05) / ((dark ?? 1) + 0.05);
}

/**
 * Returns black or white, whichever has more contrast with a background; black if the background is
 * not a colour.
 */
export const readableTextColor: (background: string) => '#000000' | '#FFFFFF' = memoize(
  (background) =>
    contrastRatio(background, '#FFFFFF') > contrastRatio(background, '#000000')
      ? '#FFFFFF'
      : '#000000',
  COLOR_CACHE,
);

function luminance(color: Rgb | null): number {
  if (!color) return 1;
  const channel = (value: number): number => {
    const blended = (value * color.alpha + 255 * (1 - color.alpha)) / 255;
    return blended <= 0.04045 ? blended / 12.92 : ((blended + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(color.red) + 0.7152 * channel(color.green) + 0.0722 * channel(color.blue);
}
