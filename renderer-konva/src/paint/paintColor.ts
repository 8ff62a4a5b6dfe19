import { normalizeColor } from '@cobble/engine/colors';
import { memoize } from '@cobble/engine/memoize';

/** Memoized by colour; never invalidated, since a colour's value does not change. */
const normalize = memoize((color: string) => normalizeColor(color) ?? color, {
  maxEntries: 2000,
});

/** Converts a page's colour to one for canvases: pages may use `hsv()`, which is not CSS. */
export function paintColor(color: string): string {
  return /^\s*(?:hsv|hwb)/i.test(color) ? normalize(color) : color;
}
