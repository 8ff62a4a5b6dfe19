import { fontFamilySchema } from '../../fonts/fontFamily.ts';
import { FONTS } from '../../fonts/fonts.ts';
import { isColor } from '../../model/colors.ts';
import { isRecord } from '../../model/json.ts';
import type { RichTextMark } from '../../text/richText.ts';
import { richTextSchema } from '../../text/richTextSchema.ts';
import { hyperlinkFromLegacy } from './hyperlinkFromLegacy.ts';
import { readNumber, readPercentage } from './readNumber.ts';

type Attrs = Readonly<Record<string, unknown>>;
type ReadMark = (attrs: Attrs, sizePx: number) => RichTextMark | null;

const plain =
  (type: string): ReadMark =>
  () => ({ type });

const color: ReadMark = (attrs) =>
  typeof attrs.color === 'string' && isColor(attrs.color)
    ? { type: 'color', attrs: { color: attrs.color } }
    : null;

const family: ReadMark = (attrs) => {
  const name = readFontName(attrs.family ?? attrs.fontFamily ?? attrs.font);
  return name === null ? null : { type: 'font_family', attrs: { family: name } };
};

const size: ReadMark = (attrs) => {
  const sizePx = readNumber(attrs.sizePx ?? attrs.fontSize ?? attrs.size);
  if (sizePx === null) return null;
  return { type: 'font_size', attrs: { sizePx: Math.min(1000, Math.max(1, sizePx)) } };
};

const lineHeight: ReadMark = (attrs, sizePx) => {
  const ratio = readLineHeight(attrs.ratio ?? attrs.lineHeight, sizePx);
  return ratio === null ? null : { type: 'line_height', attrs: { ratio } };
};

const link: ReadMark = (attrs) => {
  const href = hyperlinkFromLegacy(attrs.href ?? attrs.url);
  if (href === null || href === '') return null;
  const target = attrs.target === '_self' || attrs.target === '_blank' ? attrs.target : null;
  return { type: 'link', attrs: { href, target } };
};

const READERS: Readonly<Record<string, ReadMark>> = {
  link,
  a: link,
  color,
  textcolor: color,
  fontfamily: family,
  font: family,
  fontsize: size,
  size,
  lineheight: lineHeight,
  bold: plain('bold'),
  strong: plain('bold'),
  b: plain('bold'),
  italic: plain('italic'),
  em: plain('italic'),
  i: plain('italic'),
  underline: plain('underline'),
  u: plain('underline'),
  strikethrough: plain('strikethrough'),
  strike: plain('strikethrough'),
  s: plain('strikethrough'),
  del: plain('strikethrough'),
};

/** The attributes of the former mark `textStyle`, which combined several marks. */
const STYLE: readonly (readonly [attr: string, read: ReadMark])[] = [
  ['color', color],
  ['fontFamily', family],
  ['fontSize', size],
  ['lineHeight', lineHeight],
];

const RANKS = new Map(Object.keys(richTextSchema.marks).map((name, rank) => [name, rank]));

/**
 * Converts marks with current or former names to the schema's marks, in the schema's order and
 * without duplicates.
 *
 * @param sizePx font size for line heights in px, unless the marks set one
 * @param onDropped receives the names of marks that are unknown or invalid
 */
export function legacyMarks(
  marks: readonly unknown[],
  sizePx: number,
  onDropped: (what: string) => void,
): readonly RichTextMark[] {
  const byType = new Map<string, RichTextMark>();
  const fontSizePx = marks.map(sizeIn).find((each) => each !== null) ?? sizePx;
  const add = (read: ReadMark | undefined, attrs: Attrs, name: string): void => {
    const converted = read?.(attrs, fontSizePx) ?? null;
    if (converted === null) onDropped(name);
    else if (!byType.has(converted.type)) byType.set(converted.type, converted);
  };
  for (const mark of marks) {
    const type = isRecord(mark) && typeof mark.type === 'string' ? mark.type : '';
    const attrs = isRecord(mark) && isRecord(mark.attrs) ? mark.attrs : {};
    const key = type.toLowerCase().replace(/[^a-z]/g, '');
    if (key === 'textstyle') {
      for (const [attr, read] of STYLE)
        if (attrs[attr] !== undefined && attrs[attr] !== null) add(read, attrs, attr);
    } else add(Object.hasOwn(READERS, key) ? READERS[key] : undefined, attrs, type || 'mark');
  }
  return [...byType.values()].sort((a, b) => (RANKS.get(a.type) ?? 0) - (RANKS.get(b.type) ?? 0));
}

function sizeIn(mark: unknown): number | null {
  const attrs = isRecord(mark) && isRecord(mark.attrs) ? mark.attrs : {};
  return readNumber(attrs.sizePx ?? attrs.fontSize ?? attrs.size);
}

/** Line height of text without one in pages older than 0.5.1. */
export const LEGACY_LINE_HEIGHT = 1.25;
const MIN_LINE_HEIGHT = 0.5;
const MAX_LINE_HEIGHT = 5;

/**
 * Reads a line height as a ratio of the font size, from a ratio, a percentage, px (as text, or a
 * number above 5, which no ratio reaches) or `normal`, clamped to between 0.5 and 5. Returns null
 * for anything else.
 *
 * @param sizePx font size that px refer to
 */
export function readLineHeight(value: unknown, sizePx: number): number | null {
  if (value === 'normal') return LEGACY_LINE_HEIGHT;
  const percentage = readPercentage(value);
  if (percentage !== null) return inRange(percentage);
  const number = readNumber(value);
  if (number === null) return null;
  const isPx = number > MAX_LINE_HEIGHT || (typeof value === 'string' && /px\s*$/i.test(value));
  return inRange(isPx ? number / (sizePx > 0 ? sizePx : 1) : number);
}

/**
 * Clamps a ratio and rounds it to ten-thousandths, so that 1.2 does not become 1.2000000000000002.
 */
function inRange(ratio: number): number {
  return Math.min(MAX_LINE_HEIGHT, Math.max(MIN_LINE_HEIGHT, Math.round(ratio * 10_000) / 10_000));
}

/** Reduces a name so that `EB+Garamond`, `eb-garamond` and `ebGaramond` are equal. */
const keyOf = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Catalogue names by name and by reduced form. Built at first use; the catalogue never changes. */
let names: ReadonlyMap<string, string> | null = null;

/**
 * Reads a font family in any notation: a CSS list (the first family is used), with or without
 * quotes, as in Google Fonts URLs (`EB+Garamond`), as a CSS class (`eb-garamond`), or in another
 * case. Families outside the catalogue keep their names. Null for invalid names.
 */
export function readFontName(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 400) return null;
  names ??= new Map(
    [
      FONTS.map(({ name }) => [keyOf(name), name] as const),
      FONTS.map(({ name }) => [name, name] as const),
    ].flat(),
  );
  // Fast path: nearly all names are spelled as in the catalogue.
  if (names.get(value) === value) return value;
  const first = (value.split(',')[0] ?? '')
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim();
  const catalogueName = names.get(keyOf(first));
  if (catalogueName !== undefined) return catalogueName;
  return fontFamilySchema.safeParse(first).success ? first : null;
}
