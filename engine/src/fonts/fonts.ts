import { CATALOGUE, type CatalogueRow } from './catalogue.ts';
import type { Font, FontCategory } from './Font.ts';

const BUNDLED: ReadonlySet<string> = new Set([
  ...['Archivo Black', 'Caveat', 'DM Serif Display', 'EB Garamond', 'Fira Code', 'Inter', 'Lato'],
  ...['Lobster', 'Merriweather', 'Nunito', 'Pacifico', 'Playfair Display', 'Roboto Mono'],
  'Space Grotesk',
]);

const hundreds = (digits: string): number[] => Array.from(digits, (digit) => Number(digit) * 100);

function fontOf(category: FontCategory, [name, upright, italic, subset]: CatalogueRow): Font {
  return {
    name,
    googleName: name.replaceAll(' ', '+'),
    cssName: `"${name}"`,
    category,
    styles: italic === '' ? ['regular'] : ['regular', 'italic'],
    weights: hundreds(upright),
    italicWeights: hundreds(italic),
    subsets: subset ? [subset] : ['latin-ext', 'latin'],
    id: name.toLowerCase().replaceAll(' ', '-'),
    bundled: BUNDLED.has(name),
  };
}

/** All families of the catalogue, by name. */
export const FONTS: readonly Font[] = (
  Object.entries(CATALOGUE) as [FontCategory, readonly CatalogueRow[]][]
)
  .flatMap(([category, rows]) => rows.map((row) => fontOf(category, row)))
  // Not localeCompare: the order must not depend on where it is made.
  .sort((a, b) => (a.id < b.id ? -1 : 1));

/**
 * The families whose files come with the product, by name: what every plan may use and every
 * picker can show. The rest of {@link FONTS} is drawn in its fallback until a server has its files.
 */
export const BUNDLED_FONTS: readonly Font[] = FONTS.filter(({ bundled }) => bundled);

/** The family of text that names none. */
export const DEFAULT_FONT = 'Lato';

const byName = new Map(FONTS.map((each) => [each.name, each]));

/** A family of the catalogue by its name, or null for one that is old or not known. */
export function findFont(name: string): Font | null {
  return byName.get(name) ?? null;
}

/**
 * Whether a family is one that a plan must grant [C2]. Names outside of the catalogue are not: nothing is delivered for them.
 */
export function isPremiumFont(name: string): boolean {
  return findFont(name)?.bundled === false;
}

const GENERIC: Record<FontCategory, string> = {
  serif: 'Georgia, "Times New Roman", serif',
  'sans serif': '"Helvetica Neue", Arial, sans-serif',
  display: '"Arial Black", Impact, sans-serif',
  monospace: '"Courier New", monospace',
  script: '"Comic Sans MS", cursive',
};

/**
 * The name of the family that stands in for one of the catalogue until its files are there: a font
 * of the visitor's own system, made as wide and as high by the rules of `fontFaceCss`.
 */
export function fallbackFamilyOf(font: Font): string {
  return `${font.name} Fallback`;
}

/**
 * The CSS `font-family` list for a family: its own name in quotes, then its {@link
 * fallbackFamilyOf fallback}, then fonts of its kind. The canvas and the published page use the
 * same list, so that both fall back alike. A name outside the catalogue is quoted after dropping
 * what could end the string, and has no fallback of its own.
 */
export function fontFamilyCss(name: string): string {
  const known = findFont(name);
  if (known) return `${known.cssName}, "${fallbackFamilyOf(known)}", ${GENERIC[known.category]}`;
  return `"${name.replace(/[^\p{L}\p{N} _-]/gu, '')}", ${GENERIC['sans serif']}`;
}
