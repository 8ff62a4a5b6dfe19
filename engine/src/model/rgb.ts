import names from 'color-name';
import { isColor } from './color.ts';

/** A colour in sRGB: channels from 0 to 255, alpha from 0 to 1. */
export interface Rgb {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

/**
 * Reads any of the colour forms that pages may hold. Null for what is no colour, and for keywords
 * that name no colour of their own (`currentcolor`, `inherit`).
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
  const [a, b] = [clamp(ratio(second, 100)), clamp(ratio(third, 100))];
  if (form.startsWith('hsl')) return { ...fromHsl(hue, a, b), alpha };
  return { ...(form === 'hsv' ? fromHsv(hue, a, b) : fromHwb(hue, a, b)), alpha };
}

function fromName(name: string): Rgb | null {
  if (name === 'transparent') return { red: 0, green: 0, blue: 0, alpha: 0 };
  if (!Object.hasOwn(names, name)) return null;
  const [red, green, blue] = names[name as keyof typeof names];
  return { red, green, blue, alpha: 1 };
}

function fromHex(hex: string): Rgb {
  const digits = hex.length <= 4 ? hex.replace(/./g, '$&$&') : hex;
  const channel = (at: number): number => Number.parseInt(digits.slice(at, at + 2), 16);
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

/** A number of so many as a ratio; a percentage is one of 100 whatever the whole is. */
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
