import * as z from 'zod';
import { assetUrlSchema } from '../links/assetUrl.ts';
import { isColor } from './colors.ts';

/** A colour string of a page. */
export const colorSchema = z.string().max(64).refine(isColor, 'must be a color');

/** The most padding and radius that a page may hold, px at the reference width. */
export const MAX_INSET_PX = 2000;

const lengthPx = z.number().min(-2000).max(2000);

/** A line round a block: width in px at the reference width. */
export const borderSchema = z.looseObject({
  widthPx: z.number().min(0).max(200),
  style: z.enum(['solid', 'dashed', 'dotted']),
  color: colorSchema,
});

/** A shadow: offsets and blur in px at the reference width. */
export const shadowSchema = z.looseObject({
  xPx: lengthPx,
  yPx: lengthPx,
  blurPx: z.number().min(0).max(500),
  color: colorSchema,
});

/** What lies behind a block or a page. `size` in `tile` is a percentage of the width. */
export const backgroundSchema = z.looseObject({
  color: colorSchema.optional(),
  imageUrl: assetUrlSchema.optional(),
  size: z.enum(['cover', 'contain', 'stretch', 'tile']).optional(),
  tilePercent: z.number().min(1).max(100).optional(),
  repeat: z.enum(['repeat', 'no-repeat', 'repeat-x', 'repeat-y']).optional(),
  attachment: z.enum(['scroll', 'fixed']).optional(),
});

/** Styles common to all blocks; px are at the reference width. */
export const stylesSchema = z.looseObject({
  background: backgroundSchema.optional(),
  opacity: z.number().min(0).max(1).optional(),
  paddingPx: z.number().min(0).max(MAX_INSET_PX).optional(),
  borderRadiusPx: z.number().min(0).max(MAX_INSET_PX).optional(),
  blurPx: z.number().min(0).max(20).optional(),
  border: borderSchema.optional(),
  boxShadow: shadowSchema.optional(),
  dropShadow: shadowSchema.optional(),
  overflow: z.enum(['hidden', 'scroll', 'visible']).optional(),
  lineHeight: z.number().min(0.5).max(5).optional(),
  /** The image or outline is shown mirrored: `x` left to right, `y` upside down; words never are. */
  flip: z.looseObject({ x: z.boolean().optional(), y: z.boolean().optional() }).optional(),
});

/** Styles common to all blocks; px are at the reference width. */
export type Styles = Readonly<z.infer<typeof stylesSchema>>;
/** A line round a block or page; px at the reference width. */
export type Border = Readonly<z.infer<typeof borderSchema>>;
/** A shadow; px at the reference width. */
export type Shadow = Readonly<z.infer<typeof shadowSchema>>;
/** What lies behind a block or a page. */
export type Background = Readonly<z.infer<typeof backgroundSchema>>;

/** The border that a block gets first: '2px solid #000'. */
export const DEFAULT_BORDER: Border = Object.freeze({ widthPx: 2, style: 'solid', color: '#000' });

/** The shadow that a block gets first: '4px 4px 4px #000'. */
export const DEFAULT_SHADOW: Shadow = Object.freeze({ xPx: 4, yPx: 4, blurPx: 4, color: '#000' });

/**
 * Styles with all that is px at the reference width multiplied: padding, radius, blur, border and
 * shadows, each within what its field may hold. Ratios and fields that are not known stay. The same
 * record when nothing in it is px.
 */
export function scaleStyles(styles: Styles, factor: number): Styles {
  const { paddingPx, borderRadiusPx, blurPx, border, boxShadow, dropShadow } = styles;
  const scaled = {
    ...(paddingPx !== undefined && { paddingPx: scaledPx(paddingPx, factor, 0, 2000) }),
    ...(borderRadiusPx !== undefined && {
      borderRadiusPx: scaledPx(borderRadiusPx, factor, 0, 2000),
    }),
    ...(blurPx !== undefined && { blurPx: scaledPx(blurPx, factor, 0, 20) }),
    ...(border && { border: scaleBorder(border, factor) }),
    ...(boxShadow && { boxShadow: scaleShadow(boxShadow, factor) }),
    ...(dropShadow && { dropShadow: scaleShadow(dropShadow, factor) }),
  };
  return Object.keys(scaled).length === 0 ? styles : { ...styles, ...scaled };
}

/** A border with its width multiplied. */
export function scaleBorder(border: Border, factor: number): Border {
  return { ...border, widthPx: scaledPx(border.widthPx, factor, 0, 200) };
}

function scaleShadow(shadow: Shadow, factor: number): Shadow {
  return {
    ...shadow,
    xPx: scaledPx(shadow.xPx, factor, -2000, 2000),
    yPx: scaledPx(shadow.yPx, factor, -2000, 2000),
    blurPx: scaledPx(shadow.blurPx, factor, 0, 500),
  };
}

/**
 * A length in px times a factor, within what its field may hold. Cut to a thousandth and never above
 * the exact product: a line of text that fitted still fits.
 */
export function scaledPx(px: number, factor: number, least: number, most: number): number {
  const exact = px * factor;
  const cut = Math.floor(Math.abs(exact) * 1000 + 1e-6) / 1000;
  return Math.min(most, Math.max(least, exact < 0 ? -cut : cut)) + 0;
}
