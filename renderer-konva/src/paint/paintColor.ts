import { normalizeColor } from '@cobble/engine';

const known = new Map<string, string>();
const MAX_KNOWN = 2000;

/** A page's colour as canvases know it: `hsv()`, which pages may hold, is no CSS. */
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
