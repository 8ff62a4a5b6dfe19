/** What a family is like, for the picker and for its fallback. */
export type FontCategory = 'serif' | 'sans serif' | 'display' | 'monospace' | 'script';

/** A family of the catalogue. */
export interface Font {
  /** Name in pages, pickers and CSS. */
  readonly name: string;
  readonly category: FontCategory;
  /** Weights that exist upright. */
  readonly weights: readonly number[];
  /** Whether italics exist at the same weights. */
  readonly italic: boolean;
  /** The stem of its files: `/fonts/{id}-{subset}-{weight}-{style}.woff2`. */
  readonly id: string;
}

const font = (
  name: string,
  category: FontCategory,
  weights: readonly number[],
  italic: boolean,
): Font => ({ name, category, weights, italic, id: name.toLowerCase().replaceAll(' ', '-') });

/** The families that come with the product, by name. The first is for the interface. */
export const FONTS: readonly Font[] = [
  font('Inter', 'sans serif', [400, 700], true),
  font('Archivo Black', 'display', [400], false),
  font('Caveat', 'script', [400, 700], false),
  font('DM Serif Display', 'serif', [400], true),
  font('EB Garamond', 'serif', [400, 700], true),
  font('Fira Code', 'monospace', [400, 700], false),
  font('Lato', 'sans serif', [400, 700], true),
  font('Lobster', 'script', [400], false),
  font('Merriweather', 'serif', [400, 700], true),
  font('Nunito', 'sans serif', [400, 700], true),
  font('Pacifico', 'script', [400], false),
  font('Playfair Display', 'serif', [400, 700], true),
  font('Roboto Mono', 'monospace', [400, 700], true),
  font('Space Grotesk', 'sans serif', [400, 700], false),
];

/** The family of text that names none (editing-canvas.md section 9). */
export const DEFAULT_FONT = 'Lato';

const byName = new Map(FONTS.map((each) => [each.name, each]));

/** A family of the catalogue by its name, or null. */
export function findFont(name: string): Font | null {
  return byName.get(name) ?? null;
}

const GENERIC: Record<FontCategory, string> = {
  serif: 'Georgia, "Times New Roman", serif',
  'sans serif': '"Helvetica Neue", Arial, sans-serif',
  display: '"Arial Black", Impact, sans-serif',
  monospace: '"Courier New", monospace',
  script: '"Comic Sans MS", cursive',
};

/**
 * The CSS `font-family` list for a family: its own name in quotes, then fallbacks of its kind. The
 * canvas and the published page use the same list, so that both fall back alike. A name outside
 * the catalogue is quoted after dropping what could end the string.
 */
export function fontFamilyCss(name: string): string {
  const known = findFont(name);
  const safe = name.replace(/[^\p{L}\p{N} _-]/gu, '');
  return `"${safe}", ${GENERIC[known?.category ?? 'sans serif']}`;
}
