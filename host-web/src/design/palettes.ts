/** The families that a page can be coloured with, by the names of section 9. */
export const PALETTE_NAMES = [
  'Earth',
  'Blue',
  'Green',
  'Purple',
  'Red',
  'Orange',
  'Yellow',
  'Pink',
] as const;
export type PaletteName = (typeof PALETTE_NAMES)[number];

/** Tones of a family from the lightest (1) to the darkest (5). */
export const TONES = [1, 2, 3, 4, 5] as const;
export type Tone = (typeof TONES)[number];

/** A tone as a CSS value, e.g. `var(--palette-earth-3)`. */
export function toneVariable(palette: PaletteName, tone: Tone): string {
  return `var(--palette-${palette.toLowerCase()}-${String(tone)})`;
}

/** A tone as `#rrggbb`, read from the tokens on screen: for pages, which store plain colours. */
export function toneHex(palette: PaletteName, tone: Tone): string {
  return getComputedStyle(document.documentElement)
    .getPropertyValue(`--palette-${palette.toLowerCase()}-${String(tone)}`)
    .trim();
}
