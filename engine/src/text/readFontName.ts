import { fontFamilySchema } from '../fonts/fontFamily.ts';
import { FONTS } from '../fonts/fonts.ts';

/** What is left of a name when it is compared: `EB+Garamond`, `eb-garamond` and `ebGaramond` are one. */
const keyOf = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The names in the catalogue, by themselves and by what is left of them when they are compared. */
let names: ReadonlyMap<string, string> | null = null;

/**
 * The name of a font family from any of the ways in which it was written: a CSS list (the first
 * counts), in quotes, as Google Fonts writes it (`EB+Garamond`), as CSS classes do
 * (`eb-garamond`), in another case. A family outside of the catalogue keeps its own name; null for
 * what can be no name.
 */
export function readFontName(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 400) return null;
  names ??= new Map(
    [
      FONTS.map(({ name }) => [keyOf(name), name] as const),
      FONTS.map(({ name }) => [name, name] as const),
    ].flat(),
  );
  // Nearly all are written as the catalogue has them.
  if (names.get(value) === value) return value;
  const first = (value.split(',')[0] ?? '')
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim();
  const known = names.get(keyOf(first));
  if (known !== undefined) return known;
  return fontFamilySchema.safeParse(first).success ? first : null;
}
