import names from 'color-name';
import type { ColorForm } from './color.ts';
import type { Rgb } from './rgb.ts';

/**
 * Writes a colour in one of the forms that pages may hold. What is not opaque keeps its alpha in
 * every form: `rgb` and `hsl` become `rgba` and `hsla`, `hsv` and `hwb` take a fourth value.
 * `keyword` gives the colour's name, or hex where it has none. Reading it again gives the same
 * colour, to 1/255 of each channel.
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
      return commas('rgb', values, color, form === 'rgba');
    }
    case 'hsl':
    case 'hsla': {
      const { hue, max, min } = measure(color);
      const lightness = (max + min) / 2;
      const room = 1 - Math.abs(2 * lightness - 1);
      const saturation = room === 0 ? 0 : (max - min) / room;
      return commas(
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
  const same = ([r, g, b]: readonly number[]): boolean => r === red && g === green && b === blue;
  return Object.entries(names).find(([, channels]) => same(channels))?.[0] ?? null;
}

function commas(name: string, values: readonly string[], color: Rgb, always: boolean): string {
  const alpha = always && color.alpha === 1 ? ['1'] : alphaOf(color);
  return `${name}${alpha.length > 0 ? 'a' : ''}(${[...values, ...alpha].join(', ')})`;
}

function alphaOf({ alpha }: Rgb): string[] {
  return alpha < 1 ? [String(Math.round(alpha * 1000) / 1000)] : [];
}

/** Hue in degrees; the largest and the smallest channel, 0 to 1. */
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
