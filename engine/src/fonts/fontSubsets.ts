import type { FontSubset } from './Font.ts';

/** A range of code points, inclusive. */
type CodePoints = readonly [first: number, last: number];

/** The characters of each subset, which are the same in all families. */
const SUBSET_RANGES: Readonly<Record<FontSubset, string>> = {
  'latin-ext':
    'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
  latin:
    'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
};

const PARSED: Readonly<Record<FontSubset, readonly CodePoints[]>> = {
  'latin-ext': parse(SUBSET_RANGES['latin-ext']),
  latin: parse(SUBSET_RANGES.latin),
};

function parse(ranges: string): CodePoints[] {
  return [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(([, first = '', last]) => [
    Number.parseInt(first, 16),
    Number.parseInt(last ?? first, 16),
  ]);
}

/** The characters of a subset as a CSS `unicode-range`. */
export function unicodeRangeOf(subset: FontSubset): string {
  return SUBSET_RANGES[subset];
}

/** Fast path for ASCII, which covers most text. */
const PLAIN = /^[ -~\n]+$/;
const LATIN: ReadonlySet<FontSubset> = new Set(['latin']);

/**
 * The subsets that a browser loads for a text. `latin` is the last rule, so it wins for characters
 * that both have. Empty for text in other scripts, such as Cyrillic.
 */
export function subsetsOf(text: string): ReadonlySet<FontSubset> {
  if (PLAIN.test(text)) return LATIN;
  const subsets = new Set<FontSubset>();
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    const subset = (['latin', 'latin-ext'] as const).find((each) =>
      PARSED[each].some(([first, last]) => codePoint >= first && codePoint <= last),
    );
    if (subset !== undefined) subsets.add(subset);
    if (subsets.size === 2) break;
  }
  return subsets;
}
