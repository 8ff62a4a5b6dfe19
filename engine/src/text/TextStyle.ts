import * as z from 'zod';
import { fontFamilyCss } from '../fonts/fonts.ts';
import type { TextAlign } from './richTextSchema.ts';

/** The style of a block's text before marks; sizes in px at the reference width. */
export interface TextStyle {
  readonly family: string;
  readonly sizePx: number;
  /** A multiple of the font size. */
  readonly lineHeight: number;
  readonly color: string;
  readonly align: TextAlign;
  readonly bold: boolean;
  readonly italic: boolean;
}

/** Formats a length in px at the reference width as CSS: `12px`, or `calc(12*var(--p))`. */
export type CssLength = (px: number) => string;

/** CSS declarations, in order. */
export type CssDeclarations = readonly (readonly [property: string, value: string])[];

/** Formats lengths as plain px, for text in an element that is scaled as a whole. */
export const plainLength: CssLength = (px) => `${String(px)}px`;

/**
 * Returns the declarations of a block's text. The ProseMirror overlay and the published page share
 * them; the canvas's layout reproduces them.
 *
 * @param fontSize formats a font size; the published page passes one that keeps text readable on a
 * phone
 */
export function textStyleCss(style: TextStyle, fontSize: CssLength = plainLength): CssDeclarations {
  return [
    ['font-family', fontFamilyCss(style.family)],
    ['font-size', fontSize(style.sizePx)],
    ['line-height', String(style.lineHeight)],
    ['font-weight', style.bold ? '700' : '400'],
    ['font-style', style.italic ? 'italic' : 'normal'],
    ['color', style.color],
    ['text-align', style.align],
    ['white-space', 'pre-wrap'],
    ['overflow-wrap', 'break-word'],
    ['word-break', 'normal'],
    ['font-kerning', 'normal'],
    ['text-rendering', 'auto'],
    ['letter-spacing', 'normal'],
    ['font-synthesis', 'weight style'],
  ];
}

/** Default font sizes of headings 1 to 4, in px at the reference width. */
export const HEADING_SIZES_PX = [64, 44, 32, 26] as const;

/** The defaults of a text block. */
export const TEXT_DEFAULTS = {
  sizePx: 22,
  lineHeight: 1.4,
  color: '#000000',
  align: 'left',
} as const;

/** Names and values of the size menu. */
export const FONT_SIZE_PRESETS = [
  ['Small', 16],
  ['Medium', 20],
  ['Large', 32],
  ['Extra Large', 48],
  ['Humongo', 72],
] as const;

/** Names and values of the line height menu. */
export const LINE_HEIGHT_PRESETS = [
  ['Single', 1],
  ['Compact', 1.25],
  ['Regular', 1.5],
  ['Double', 2],
] as const;

/** The smallest font size that a user can set, in px. */
export const MIN_FONT_SIZE_PX = 10;

/** The largest font size of a page, in px. */
const MAX_FONT_SIZE_PX = 1000;

/**
 * Parses a typed font size, with or without `px`, and clamps it to the limits. Null if it is not a
 * number.
 */
export const fontSizeInput = z
  .union([z.number(), z.string().regex(/^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)\s*(?:px\s*)?$/i)])
  .transform((typed) => (typeof typed === 'number' ? typed : Number.parseFloat(typed)))
  .transform((size) => Math.min(MAX_FONT_SIZE_PX, Math.max(MIN_FONT_SIZE_PX, size)))
  .nullable()
  .catch(null);
