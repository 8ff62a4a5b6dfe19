import { normalizeColor } from '@cobble/engine/colors';

const known = new Map<string, string>();
const MAX_KNOWN = 2000;

/**
 * Converts a page's colour to one that canvases accept: pages may use `hsv()`, which is not CSS.
 */
export function paintColor(color: string): string {
  if (!/^\s*(?:hsv|hwb)/i.test(color)) return color;
  let painted = known.get(color);
  if (painted === undefined) {
    if (known.size >= MAX_KNOWN) known.clear();
    painted = normalizeColor(color) ?? color;
    known.set(color, painted);
  }
  return painted;
}
