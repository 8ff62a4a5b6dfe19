import { fontFamilySchema } from '../fonts/fontFamily.ts';
import { FONTS } from '../fonts/fonts.ts';

/** What is left of a name when it is compared: `EB+Garamond`, `eb-garamond` and `ebGaramond` are one. */
const keyOf = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

let names: ReadonlyMap<string, string> | null = null;

/**
 * The name of a font family from any of the ways in which it was written: a CSS list (the first
 * counts), in quotes, as Google Fonts writes it (`EB+Garamond`), as CSS classes do
 * (`eb-garamond`), in another case. A family outside of the catalogue keeps its own name; null for
 * what can be no name.
 */
export function readFontName(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 400) return null;
  const first = (value.split(',')[0] ?? '')
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim();
  names ??= new Map(FONTS.map((font) => [keyOf(font.name), font.name]));
  const known = names.get(keyOf(first));
  if (known !== undefined) return known;
  return fontFamilySchema.safeParse(first).success ? first : null;
}
