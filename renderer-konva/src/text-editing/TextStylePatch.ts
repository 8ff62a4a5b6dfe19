import { inputError, type TextAlign, richTextSchema } from '@cobble/engine';
import type { Attrs, Mark, MarkType } from 'prosemirror-model';
import type { Transaction } from 'prosemirror-state';
import { checkAllFields, type PropTypes } from '../checkProps.ts';

/**
 * A change of text styles; styles whose field is absent stay unchanged. Sizes are px at the
 * reference width.
 */
export interface TextStylePatch {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strikethrough?: boolean;
  readonly color?: string;
  readonly family?: string;
  readonly sizePx?: number;
  /** A ratio of the font size. */
  readonly lineHeight?: number;
  readonly align?: TextAlign;
  /** 0 is a paragraph. */
  readonly heading?: HeadingLevel;
  /** null removes links. */
  readonly link?: { readonly href: string; readonly target?: '_self' | '_blank' | null } | null;
}

const TYPES: PropTypes<TextStylePatch> = {
  bold: 'boolean',
  italic: 'boolean',
  underline: 'boolean',
  strikethrough: 'boolean',
  color: 'string',
  family: 'string',
  sizePx: 'number',
  lineHeight: 'number',
  align: 'string',
  heading: 'number',
  link: 'any',
};

/** Styles that have limits, and what is said about a value that the schema of texts does not accept. */
const LIMITS: Readonly<Partial<Record<keyof TextStylePatch, string>>> = {
  color: 'must be a color',
  family: 'must be the name of a font family',
  sizePx: 'must be a number from 1 to 1000',
  lineHeight: 'must be a number from 0.5 to 5',
  align: 'must be left, center, right or justify',
  heading: 'must be a whole number from 0 to 4',
};

/**
 * @throws CobbleError `input_invalid` (details: `path`) for a misspelt style, and for one of the wrong
 *   type or that no text can have
 */
export function checkTextStylePatch(patch: unknown): void {
  if (typeof patch !== 'object' || patch === null) throw inputError('patch', 'must be an object');
  checkAllFields('patch', patch, TYPES);
  const { link } = patch as { readonly link?: unknown };
  for (const [name, message] of Object.entries(LIMITS))
    if (!isPossible({ [name]: Reflect.get(patch, name) as unknown }))
      throw inputError(`patch.${name}`, message);
  if (link === undefined || link === null) return;
  if (typeof link !== 'object') throw inputError('patch.link', 'must be { href, target }, or null');
  checkAllFields('patch.link', link, { href: 'string', target: 'any' }, ['href']);
  const { href, target } = link as { readonly href: string; readonly target?: unknown };
  if (!isPossible({ link: { href } }))
    throw inputError(
      'patch.link.href',
      'must be a web address, a path, an anchor, mailto: or tel:',
    );
  if (!isPossible({ link: { href, target } }))
    throw inputError('patch.link.target', 'must be _self, _blank or null');
}

/** Whether a text can have the styles of a patch whose fields have the right type. */
function isPossible(patch: object): boolean {
  const { heading, align, ...styles } = patch as TextStylePatch;
  const attrs = { level: heading === 0 ? 1 : (heading ?? 1), textAlign: align ?? null };
  try {
    nodes.heading.create(attrs, richTextSchema.text(' ', patchedMarks([], styles))).check();
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Heading 1 to 4, or 0 for a paragraph. */
export type HeadingLevel = 0 | 1 | 2 | 3 | 4;

/** The text style at the start of the selection, for a toolbar. */
export interface ActiveTextStyle {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strikethrough: boolean;
  readonly color: string;
  readonly family: string;
  readonly sizePx: number;
  readonly lineHeight: number;
  readonly align: TextAlign;
  readonly heading: HeadingLevel;
  readonly list: 'bullet' | 'ordered' | null;
  readonly link: { readonly href: string; readonly target: string | null } | null;
}

const { marks, nodes } = richTextSchema;

/**
 * The effect of each field of a patch on marks: true or attributes set a mark, false removes it.
 */
function markChanges(patch: TextStylePatch): readonly (readonly [MarkType, Attrs | boolean])[] {
  const { link } = patch;
  const changes: (readonly [MarkType | undefined, Attrs | boolean | undefined])[] = [
    [marks.bold, patch.bold],
    [marks.italic, patch.italic],
    [marks.underline, patch.underline],
    [marks.strikethrough, patch.strikethrough],
    [marks.color, patch.color === undefined ? undefined : { color: patch.color }],
    [marks.font_family, patch.family === undefined ? undefined : { family: patch.family }],
    [marks.font_size, patch.sizePx === undefined ? undefined : { sizePx: patch.sizePx }],
    [marks.line_height, patch.lineHeight === undefined ? undefined : { ratio: patch.lineHeight }],
    [marks.link, link === null ? false : link && { href: link.href, target: link.target ?? null }],
  ];
  return changes.filter(
    (change): change is [MarkType, Attrs | boolean] =>
      change[0] !== undefined && change[1] !== undefined,
  );
}

/** Applies a patch to the marks of the text typed next. */
export function patchedMarks(before: readonly Mark[], patch: TextStylePatch): readonly Mark[] {
  return markChanges(patch).reduce<readonly Mark[]>((set, [type, value]) => {
    const without = type.removeFromSet(set);
    return value === false ? without : type.create(attrsOf(value)).addToSet(without);
  }, before);
}

/** Applies a patch to a range of a rich document; alignment and headings apply to its blocks. */
export function patchRange(
  transaction: Transaction,
  from: number,
  to: number,
  patch: TextStylePatch,
): Transaction {
  for (const [type, value] of markChanges(patch)) {
    transaction.removeMark(from, to, type);
    if (value !== false) transaction.addMark(from, to, type.create(attrsOf(value)));
  }
  const { heading, align } = patch;
  if (heading === undefined && align === undefined) return transaction;
  transaction.doc.nodesBetween(from, to, (node, position) => {
    if (!node.isTextblock) return true;
    const type =
      heading === undefined ? node.type : heading === 0 ? nodes.paragraph : nodes.heading;
    const textAlign = align ?? (node.attrs.textAlign as unknown);
    // A heading whose level changes loses its own size.
    const keepsLevel = heading === undefined || heading === node.attrs.level;
    const attrs = keepsLevel
      ? { ...node.attrs, textAlign }
      : { ...(heading > 0 && { level: heading }), textAlign };
    if (fits(transaction, position, type.name)) transaction.setNodeMarkup(position, type, attrs);
    return false;
  });
  return transaction;
}

const attrsOf = (value: Attrs | boolean): Attrs | null =>
  typeof value === 'boolean' ? null : value;

/** A list item begins with a paragraph, so its first block cannot become a heading. */
function fits(transaction: Transaction, position: number, type: string): boolean {
  const resolved = transaction.doc.resolve(position);
  return type === 'paragraph' || resolved.parent.type.name !== 'list_item' || resolved.index() > 0;
}
