import { hyperlinkFromLegacy } from '../links/hyperlinkFromLegacy.ts';
import { isColor } from '../model/color.ts';
import { isRecord } from '../model/isRecord.ts';
import { readNumber } from '../model/readNumber.ts';
import { readFontName } from './readFontName.ts';
import { readLineHeight } from './readLineHeight.ts';
import type { RichTextMark } from './richText.ts';
import { richTextSchema } from './richTextSchema.ts';

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

/** One mark that stood for several, by the attributes that it has. */
const STYLE: readonly (readonly [attr: string, read: ReadMark])[] = [
  ['color', color],
  ['fontFamily', family],
  ['fontSize', size],
  ['lineHeight', lineHeight],
];

const RANKS = new Map(Object.keys(richTextSchema.marks).map((name, rank) => [name, rank]));

/**
 * Marks of today's schema, in its order and each once, from marks by any of their former names.
 *
 * @param sizePx the size of the text that a line height in px is of, unless the marks name one
 * @param onDropped hears the names of marks that are not known or whose values cannot be kept
 */
export function legacyMarks(
  marks: readonly unknown[],
  sizePx: number,
  onDropped: (what: string) => void,
): readonly RichTextMark[] {
  const found = new Map<string, RichTextMark>();
  const own = marks.map(sizeIn).find((each) => each !== null) ?? sizePx;
  const add = (read: ReadMark | undefined, attrs: Attrs, name: string): void => {
    const made = read?.(attrs, own) ?? null;
    if (made === null) onDropped(name);
    else if (!found.has(made.type)) found.set(made.type, made);
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
  return [...found.values()].sort((a, b) => (RANKS.get(a.type) ?? 0) - (RANKS.get(b.type) ?? 0));
}

function sizeIn(mark: unknown): number | null {
  const attrs = isRecord(mark) && isRecord(mark.attrs) ? mark.attrs : {};
  return readNumber(attrs.sizePx ?? attrs.fontSize);
}
