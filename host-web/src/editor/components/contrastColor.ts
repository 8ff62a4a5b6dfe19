import { hexColor } from './hexColor.ts';

/** Light or dark, whichever reads better on a colour (WCAG relative luminance). */
export function contrastColor(color: string): '#ffffff' | '#1e1a16' {
  const hex = hexColor(color);
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.36 ? '#1e1a16' : '#ffffff';
}
