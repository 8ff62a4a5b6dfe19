import type { CssLength } from '@cobble/engine';
import { memoize } from '@cobble/engine/memoize';

/**
 * Custom property with the length of one px at the reference width on this screen. The page sets it
 * from the viewport's width; clusters on phones set their own.
 */
export const PX = '--p';

/** Custom property with the smallest font size on small screens. */
export const TEXT_FLOOR = '--f';

/** Smallest font size on phones, unless the author chose a smaller one, px. */
export const MIN_READABLE_PX = 14;

/** Text that has a row of its own on phones is not scaled down below this font size, px. */
export const LONE_TEXT_FLOOR_PX = 28;

/** Formats a number for CSS with at most four decimals. */
export function cssNumber(value: number): string {
  if (Number.isSafeInteger(value)) return value === 0 ? '0' : String(value);
  const rounded = Math.round(value * 1e4) / 1e4;
  return (Object.is(rounded, -0) ? 0 : rounded).toString();
}

/**
 * Converts px at the reference width to a length that scales with the window. Memoized by number;
 * never invalidated.
 */
export const scaledLength: CssLength = memoize(
  (px: number) => (px === 0 ? '0' : `calc(${cssNumber(px)}*var(${PX}))`),
  { maxEntries: 4096 },
);

/** Converts px at the reference width to a font size that scales but stays readable. */
export const scaledFontSize: CssLength = (px) =>
  px <= MIN_READABLE_PX
    ? `${cssNumber(px)}px`
    : `max(min(${cssNumber(px)}px,var(${TEXT_FLOOR})),${cssNumber(px)}*var(${PX}))`;
