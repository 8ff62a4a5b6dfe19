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

/** All families of the catalogue, sorted by name. */
export const FONTS: readonly Font[] = (
  Object.entries(CATALOGUE) as [FontCategory, readonly CatalogueRow[]][]
)
  .flatMap(([category, rows]) => rows.map((row) => fontOf(category, row)))
  // Not localeCompare: the order must not depend on the machine.
  .sort((a, b) => (a.id < b.id ? -1 : 1));

/**
 * The families whose files are included in the product, sorted by name: every plan may use them.
 * All other {@link FONTS} are shown in their fallback font unless a server has their files.
 */
export const BUNDLED_FONTS: readonly Font[] = FONTS.filter(({ bundled }) => bundled);

/** The family of text that sets none. */
export const DEFAULT_FONT = 'Lato';

const byName = new Map(FONTS.map((each) => [each.name, each]));

/** Returns a family of the catalogue, or null if the name is unknown. */
export function findFont(name: string): Font | null {
  return byName.get(name) ?? null;
}

/**
 * Whether a family requires a plan with premium fonts [C2]. Unknown families do not: no files are
 * served for them.
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
 * The name of a family's fallback: a system font that the rules of `fontFaceCss` adjust to the same
 * width and height, shown until the family's files have loaded.
 */
export function fallbackFamilyOf(font: Font): string {
  return `${font.name} Fallback`;
}

/**
 * Returns the CSS `font-family` list for a family: its quoted name, its {@link fallbackFamilyOf
 * fallback}, then system fonts and the generic family of its category. The canvas and the published
 * page use the same list. An unknown name is stripped of characters that could end the string, and
 * gets sans-serif fonts without a fallback of its own.
 */
export function fontFamilyCss(name: string): string {
  const font = findFont(name);
  if (font) return `${font.cssName}, "${fallbackFamilyOf(font)}", ${GENERIC[font.category]}`;
  return `"${name.replace(/[^\p{L}\p{N} _-]/gu, '')}", ${GENERIC['sans serif']}`;
}
