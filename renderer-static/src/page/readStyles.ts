import { type Background, type Border, isAssetUrl, type Shadow, type Styles } from '@cobble/engine';
import { isColor, normalizeColor } from '@cobble/engine/colors';
import { compact, field, number, oneOf, record } from './readFields.ts';

/** Reads a colour as `#RRGGBB` or `#RRGGBBAA`, the forms that CSS and SVG share; null if invalid. */
export function readColor(value: unknown): string | null {
  return typeof value === 'string' && isColor(value) ? normalizeColor(value) : null;
}

/** Reads a font family's name; null unless it is 1 to 80 letters, digits, spaces, `_` or `-`. */
export function readFont(value: unknown): string | null {
  return typeof value === 'string' && /^[\p{L}\p{N} _-]{1,80}$/u.test(value) ? value : null;
}

/** Reads a background; null if empty. Invalid fields are left out, tile sizes clamped. */
export function readBackground(value: unknown): Background | null {
  if (Object.keys(record(value)).length === 0) return null;
  const imageUrl = field(value, 'imageUrl');
  return compact({
    color: readColor(field(value, 'color')),
    imageUrl: typeof imageUrl === 'string' && isAssetUrl(imageUrl) ? imageUrl : null,
    size: oneOf(field(value, 'size'), ['cover', 'contain', 'stretch', 'tile']),
    tilePercent: number(field(value, 'tilePercent'), 1, 100),
    repeat: oneOf(field(value, 'repeat'), ['repeat', 'no-repeat', 'repeat-x', 'repeat-y']),
    attachment: oneOf(field(value, 'attachment'), ['scroll', 'fixed']),
  });
}

/** Reads a border; null if a field is invalid or the width, clamped to 200 px, is 0. */
export function readBorder(value: unknown): Border | null {
  const widthPx = number(field(value, 'widthPx'), 0, 200);
  const style = oneOf(field(value, 'style'), ['solid', 'dashed', 'dotted']);
  const color = readColor(field(value, 'color'));
  return widthPx && style && color ? { widthPx, style, color } : null;
}

function readShadow(value: unknown): Shadow | null {
  const color = readColor(field(value, 'color'));
  const xPx = number(field(value, 'xPx'), -2000, 2000);
  const yPx = number(field(value, 'yPx'), -2000, 2000);
  const blurPx = number(field(value, 'blurPx'), 0, 500);
  return color !== null && xPx !== null && yPx !== null && blurPx !== null
    ? { xPx, yPx, blurPx, color }
    : null;
}

function readFlip(value: unknown): Styles['flip'] | null {
  const x = field(value, 'x') === true;
  const y = field(value, 'y') === true;
  return x || y ? { ...(x && { x }), ...(y && { y }) } : null;
}

/** Reads a block's styles. Numbers are clamped to their ranges; other invalid values left out. */
export function readStyles(value: unknown): Styles {
  return compact({
    background: readBackground(field(value, 'background')),
    opacity: number(field(value, 'opacity'), 0, 1),
    paddingPx: number(field(value, 'paddingPx'), 0, 2000),
    borderRadiusPx: number(field(value, 'borderRadiusPx'), 0, 2000),
    blurPx: number(field(value, 'blurPx'), 0, 20),
    border: readBorder(field(value, 'border')),
    boxShadow: readShadow(field(value, 'boxShadow')),
    dropShadow: readShadow(field(value, 'dropShadow')),
    overflow: oneOf(field(value, 'overflow'), ['hidden', 'scroll', 'visible']),
    lineHeight: number(field(value, 'lineHeight'), 0.5, 5),
    flip: readFlip(field(value, 'flip')),
  });
}
