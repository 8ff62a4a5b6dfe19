import type { CssLength } from '@cobble/engine';

/**
 * The custom property that holds what one px at the reference width is on this screen: the scale as
 * a length. The page sets it from the window's width, clusters on phones set their own.
 */
export const PX = '--p';

/** The custom property for the least size that text keeps on a small screen. */
export const TEXT_FLOOR = '--f';

/** Text keeps this size on phones, or its authored size where that is smaller (law G3), px. */
export const MIN_READABLE_PX = 14;

/** A text by itself on a phone keeps its size up to here; what is larger scales down to here, px. */
export const LONE_TEXT_FLOOR_PX = 28;

/** A number as short as CSS takes it, at most four digits after the point. */
export function cssNumber(value: number): string {
  if (Number.isSafeInteger(value)) return value === 0 ? '0' : String(value);
  const rounded = Math.round(value * 1e4) / 1e4;
  return (Object.is(rounded, -0) ? 0 : rounded).toString();
}

/** Lengths come again and again, on a page and from page to page; to write one takes its time. */
const MAX_KNOWN = 4096;
const known = new Map<number, string>();

/** Px at the reference width as a length that scales with the window. */
export const scaledLength: CssLength = (px) => {
  if (px === 0) return '0';
  const written = known.get(px);
  if (written !== undefined) return written;
  const fresh = `calc(${cssNumber(px)}*var(${PX}))`;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(px, fresh);
  return fresh;
};

/** A font size that scales with the window but stays readable (law G3). */
export const scaledFontSize: CssLength = (px) =>
  px <= MIN_READABLE_PX
    ? `${cssNumber(px)}px`
    : `max(min(${cssNumber(px)}px,var(${TEXT_FLOOR})),${cssNumber(px)}*var(${PX}))`;
