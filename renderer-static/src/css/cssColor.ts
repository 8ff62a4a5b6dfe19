import { isColor, normalizeColor } from '@cobble/engine';

/**
 * A page's colour in a form that CSS and SVG know (`hsv()` is none), or null when it is none:
 * `#RRGGBB` or `#RRGGBBAA`.
 */
export function cssColor(value: unknown): string | null {
  return typeof value === 'string' && isColor(value) ? normalizeColor(value) : null;
}
