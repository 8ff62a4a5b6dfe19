import { type Attrs, Schema, type MarkSpec, type NodeSpec } from 'prosemirror-model';
import { fontFamilyCss } from '../fonts/fonts.ts';
import { escapeLink } from '../links/escapeLink.ts';
import { checkHyperlink } from '../links/hyperlink.ts';
import { isColor, normalizeColor } from '../model/colors.ts';

const ALIGNMENTS = ['left', 'center', 'right', 'justify'] as const;

/** Horizontal alignment of a paragraph. */
export type TextAlign = (typeof ALIGNMENTS)[number];

function validate(attr: string, isValid: (value: unknown) => boolean): (value: unknown) => void {
  return (value) => {
    if (!isValid(value)) throw new RangeError(`invalid ${attr}`);
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumberIn = (min: number, max: number) => (value: unknown) =>
  typeof value === 'number' && value >= min && value <= max;

const textAlign = {
  default: null,
  validate: validate(
    'textAlign',
    (value) => value === null || ALIGNMENTS.some((each) => each === value),
  ),
};

const nodes = {
  doc: { content: 'block+' },
  paragraph: {
    content: 'inline*',
    group: 'block',
    attrs: { textAlign },
    parseDOM: [{ tag: 'p', getAttrs: alignFromDom }],
    toDOM: (node) => ['p', alignToDom(node.attrs.textAlign), 0],
  },
  heading: {
    content: 'inline*',
    group: 'block',
    defining: true,
    attrs: {
      level: { default: 1, validate: validate('level', isLevel) },
      textAlign,
      /**
       * In px at the reference width, where it differs from its level's default because the page
       * or the block was scaled.
       */
      sizePx: { default: null, validate: validate('sizePx', isSizeOrNull) },
    },
    parseDOM: [1, 2, 3, 4].map((level) => ({
      tag: `h${String(level)}`,
      getAttrs: (dom: unknown) => ({ ...alignFromDom(dom), ...headingSizeFromDom(dom), level }),
    })),
    toDOM: (node) => [`h${String(node.attrs.level)}`, headingToDom(node.attrs), 0],
  },
  bullet_list: {
    content: 'list_item+',
    group: 'block',
    parseDOM: [{ tag: 'ul' }],
    toDOM: () => ['ul', 0],
  },
  ordered_list: {
    content: 'list_item+',
    group: 'block',
    attrs: { order: { default: 1, validate: validate('order', isNumberIn(0, 1e6)) } },
    parseDOM: [{ tag: 'ol', getAttrs: orderFromDom }],
    toDOM: (node) => ['ol', node.attrs.order === 1 ? {} : { start: String(node.attrs.order) }, 0],
  },
  list_item: {
    content: 'paragraph block*',
    defining: true,
    parseDOM: [{ tag: 'li' }],
    toDOM: () => ['li', 0],
  },
  hard_break: {
    inline: true,
    group: 'inline',
    selectable: false,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
    leafText: () => '\n',
  },
  text: { group: 'inline' },
} satisfies Record<string, NodeSpec>;

const marks = {
  link: {
    attrs: {
      href: { validate: validate('href', isHyperlink) },
      target: { default: null, validate: validate('target', isTarget) },
    },
    inclusive: false,
    parseDOM: [{ tag: 'a[href]', getAttrs: linkFromDom }],
    toDOM: ({ attrs: { href, target } }) => [
      'a',
      { href: String(href), ...(typeof target === 'string' && { target }) },
      0,
    ],
  },
  color: styleMark('color', 'color', isColorValue),
  font_family: styleMark('family', 'font-family', isFamily, '', (family) =>
    fontFamilyCss(String(family)),
  ),
  font_size: styleMark('sizePx', 'font-size', isNumberIn(1, 1000), 'px'),
  line_height: styleMark('ratio', 'line-height', isNumberIn(0.5, 5)),
  bold: {
    parseDOM: [
      { tag: 'strong' },
      // Google Docs wraps everything that it copies in a `<b>` with a normal weight.
      { tag: 'b', getAttrs: (dom: unknown) => (isNormalWeight(dom) ? false : null) },
      {
        style: 'font-weight',
        getAttrs: (value) => (/^(?:bold(?:er)?|[6-9]\d\d)$/.test(value) ? null : false),
      },
    ],
    toDOM: () => ['strong', 0],
  },
  italic: {
    parseDOM: [{ tag: 'em' }, { tag: 'i' }, { style: 'font-style=italic' }],
    toDOM: () => ['em', 0],
  },
  underline: {
    parseDOM: [{ tag: 'u' }, { style: 'text-decoration=underline' }],
    toDOM: () => ['u', 0],
  },
  strikethrough: {
    parseDOM: [{ tag: 's' }, { tag: 'del' }, { style: 'text-decoration=line-through' }],
    toDOM: () => ['s', 0],
  },
} satisfies Record<string, MarkSpec>;

/**
 * The schema of text blocks: paragraphs, headings 1 to 4, lists, line breaks; marks for link,
 * colour, family, size (px at the reference width), line height (ratio), bold, italic, underline
 * and strikethrough. It needs no DOM: its `toDOM` specs are plain arrays, so one schema serves
 * validation, the canvas, ProseMirror and the published page.
 */
export const richTextSchema = new Schema({ nodes, marks });

function isLevel(value: unknown): boolean {
  return value === 1 || value === 2 || value === 3 || value === 4;
}

function isSizeOrNull(value: unknown): boolean {
  return value === null || isNumberIn(1, 1000)(value);
}

function isHyperlink(value: unknown): boolean {
  return isText(value) && checkHyperlink(value) === null;
}

function isTarget(value: unknown): boolean {
  return value === null || value === '_self' || value === '_blank';
}

function isColorValue(value: unknown): boolean {
  return isText(value) && isColor(value);
}

function isFamily(value: unknown): boolean {
  return isText(value) && /^[\p{L}\p{N} _-]{1,80}$/u.test(value);
}

/**
 * Creates a mark that the DOM represents by a CSS property.
 *
 * @param attr the mark's attribute
 * @param unit the unit that follows the attribute's value in CSS
 * @param format formats the attribute's value for CSS
 */
function styleMark(
  attr: string,
  property: string,
  isValid: (value: unknown) => boolean,
  unit = '',
  format: (value: unknown) => string = cssValue,
): MarkSpec {
  return {
    attrs: { [attr]: { validate: validate(attr, isValid) } },
    parseDOM: [
      {
        style: property,
        getAttrs: (raw: string) => {
          const value = readStyle(attr, unit, raw);
          return isValid(value) ? { [attr]: value } : false;
        },
      },
    ],
    toDOM: (mark) => ['span', { style: `${property}: ${format(mark.attrs[attr])}${unit}` }, 0],
  };
}

/** Normalises a value from the DOM: browsers write colours with commas, and families as a list. */
function readStyle(attr: string, unit: string, raw: string): string | number {
  if (unit === 'px' || attr === 'ratio') return Number.parseFloat(raw);
  return attr === 'color' ? (normalizeColor(raw) ?? raw.trim()) : unquote(raw);
}

function cssValue(value: unknown): string {
  return typeof value === 'string' && /[ ]/.test(value) && !value.includes('(')
    ? `"${value}"`
    : String(value);
}

function unquote(raw: string): string {
  return (
    raw
      .split(',')[0]
      ?.trim()
      .replace(/^["']|["']$/g, '') ?? ''
  );
}

function alignToDom(align: unknown): Record<string, string> {
  return isText(align) ? { style: `text-align: ${align}` } : {};
}

/**
 * Writes the size twice: as a style to display it, and as an attribute, so that styles pasted from
 * other sites are not read as sizes.
 */
function headingToDom({ textAlign: align, sizePx }: Attrs): Record<string, string> {
  const { style } = alignToDom(align);
  if (typeof sizePx !== 'number') return style === undefined ? {} : { style };
  const size = `font-size: ${String(sizePx)}px`;
  return {
    style: style === undefined ? size : `${style}; ${size}`,
    'data-size-px': String(sizePx),
  };
}

function headingSizeFromDom(dom: unknown): { sizePx: number | null } {
  const size = Number((dom as ElementLike).getAttribute('data-size-px') ?? NaN);
  return { sizePx: isSizeOrNull(size) ? size : null };
}

/** The parts of a DOM element that the schema uses; the engine itself has no DOM. */
interface ElementLike {
  readonly style?: { readonly textAlign?: string; readonly fontWeight?: string };
  getAttribute(name: string): string | null;
}

/** The first number of an ordered list. */
function orderFromDom(dom: unknown): { order: number } {
  const start = (dom as ElementLike).getAttribute('start') ?? '';
  const order = /^\d{1,7}$/.test(start) ? Number(start) : 1;
  return { order: isNumberIn(0, 1e6)(order) ? order : 1 };
}

function alignFromDom(dom: unknown): { textAlign: TextAlign | null } {
  const value = (dom as ElementLike).style?.textAlign;
  return { textAlign: ALIGNMENTS.find((each) => each === value) ?? null };
}

function isNormalWeight(dom: unknown): boolean {
  const weight = (dom as ElementLike).style?.fontWeight;
  return weight === 'normal' || weight === '400';
}

function linkFromDom(dom: unknown): { href: string; target: string | null } | false {
  const element = dom as ElementLike;
  const href = escapeLink(element.getAttribute('href') ?? '');
  const target = element.getAttribute('target');
  return checkHyperlink(href) === null ? { href, target: isTarget(target) ? target : null } : false;
}
