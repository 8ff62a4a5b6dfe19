import type { CssLength } from '@cobble/engine';

/**
 * Custom property with the length of one px at the reference width on this screen. The page sets it
 * from the window's width, clusters on phones set their own.
 */
export const PX = '--p';

/** Custom property with the smallest font size on small screens. */
export const TEXT_FLOOR = '--f';

/** Smallest font size on phones, unless the author chose a smaller one, px. */
export const MIN_READABLE_PX = 14;

/** Text that has a row of its own on phones is scaled down to this font size at most, px. */
export const LONE_TEXT_FLOOR_PX = 28;

/** Formats a number for CSS with at most four decimals. */
export function cssNumber(value: number): string {
  if (Number.isSafeInteger(value)) return value === 0 ? '0' : String(value);
  const rounded = Math.round(value * 1e4) / 1e4;
  return (Object.is(rounded, -0) ? 0 : rounded).toString();
}

/** Serialised lengths by px. The result depends on the number alone; cleared at this size. */
const MAX_KNOWN = 4096;
const known = new Map<number, string>();

/** Converts px at the reference width to a length that scales with the window. */
export const scaledLength: CssLength = (px) => {
  if (px === 0) return '0';
  const written = known.get(px);
  if (written !== undefined) return written;
  const fresh = `calc(${cssNumber(px)}*var(${PX}))`;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(px, fresh);
  return fresh;
};

/** Converts px at the reference width to a font size that scales but stays readable. */
export const scaledFontSize: CssLength = (px) =>
  px <= MIN_READABLE_PX
    ? `${cssNumber(px)}px`
    : `max(min(${cssNumber(px)}px,var(${TEXT_FLOOR})),${cssNumber(px)}*var(${PX}))`;
