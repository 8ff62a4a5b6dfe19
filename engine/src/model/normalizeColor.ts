import { formatColor } from './formatColor.ts';
import { remembered } from './remembered.ts';
import { parseColor, type Rgb } from './rgb.ts';

/**
 * A page's colour as `#RRGGBB`, or `#RRGGBBAA` when it is not opaque: what every renderer knows
 * (`hsv()` is no CSS, and Konva does not read `hwb()`). Null for what is no colour of its own.
 */
export const normalizeColor: (value: string) => string | null = remembered((value) => {
  const color = parseColor(value);
  return color && formatColor(color, 'hex');
});

/** How much two colours differ in brightness, from 1 to 21 (WCAG 2.2); what shines through is white. */
export function contrastRatio(a: string, b: string): number {
  const [light, dark] = [luminance(parseColor(a)), luminance(parseColor(b))].sort((x, y) => y - x);
  return ((light ?? 1) + 0.05) / ((dark ?? 1) + 0.05);
}

/**
 * The colour, black or white, in which text can be read best on a background. Black on what is no
 * colour.
 */
export const readableTextColor: (background: string) => '#000000' | '#FFFFFF' = remembered(
  (background) =>
    contrastRatio(background, '#FFFFFF') > contrastRatio(background, '#000000')
      ? '#FFFFFF'
      : '#000000',
);

function luminance(color: Rgb | null): number {
  if (!color) return 1;
  const channel = (value: number): number => {
    const shown = (value * color.alpha + 255 * (1 - color.alpha)) / 255;
    return shown <= 0.04045 ? shown / 12.92 : ((shown + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(color.red) + 0.7152 * channel(color.green) + 0.0722 * channel(color.blue);
}
