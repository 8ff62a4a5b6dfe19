import { normalizeColor } from '@cobble/engine/colors';
import { memoize } from '../caching/memoize.ts';

/** Memoized by colour; never invalidated, and dropped when it is full. */
const normalize = memoize(
  (color: string) => normalizeColor(color) ?? color,
  (color) => color,
  2000,
);

/** Converts a page's colour to one that canvases accept: pages may use `hsv()`, which is not CSS. */
export function paintColor(color: string): string {
  return /^\s*(?:hsv|hwb)/i.test(color) ? normalize(color) : color;
}
