import * as z from 'zod';
import { assetUrlSchema } from '../links/assetUrl.ts';
import { isColor } from './colors.ts';

/** Schema for a colour in a page. */
export const colorSchema = z.string().max(64).refine(isColor, 'must be a color');

/** The maximum padding and radius in a page, in px at the reference width. */
export const MAX_INSET_PX = 2000;

const lengthPx = z.number().min(-2000).max(2000);

/** Schema for a border; the width is in px at the reference width. */
export const borderSchema = z.looseObject({
  widthPx: z.number().min(0).max(200),
  style: z.enum(['solid', 'dashed', 'dotted']),
  color: colorSchema,
});

/** Schema for a shadow; offsets and blur are in px at the reference width. */
export const shadowSchema = z.looseObject({
  xPx: lengthPx,
  yPx: lengthPx,
  blurPx: z.number().min(0).max(500),
  color: colorSchema,
});

/**
 * Schema for the background of a block or page. `tilePercent` is the width of a tile, as a
 * percentage of the box.
 */
export const backgroundSchema = z.looseObject({
  color: colorSchema.optional(),
  imageUrl: assetUrlSchema.optional(),
  size: z.enum(['cover', 'contain', 'stretch', 'tile']).optional(),
  tilePercent: z.number().min(1).max(100).optional(),
  repeat: z.enum(['repeat', 'no-repeat', 'repeat-x', 'repeat-y']).optional(),
  attachment: z.enum(['scroll', 'fixed']).optional(),
});

/** Schema for the styles that all blocks share, in px at the reference width. */
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
  /** Mirrors an image or outline: `x` horizontally, `y` vertically. Text is never mirrored. */
  flip: z.looseObject({ x: z.boolean().optional(), y: z.boolean().optional() }).optional(),
});

/**
 * The styles that all blocks share. Fields that end in `Px` are px at the page's reference width.
 *
 * - `opacity`: 0 (invisible) to 1.
 * - `paddingPx`, `borderRadiusPx`: up to 2000; `blurPx`: up to 20.
 * - `boxShadow` has the shape of the box, `dropShadow` that of the contents.
 * - `overflow`: what happens to contents that are larger than the block.
 * - `lineHeight`: 0.5 to 5, a multiple of the font size.
 * - `flip`: mirrors an image or outline: `x` horizontally, `y` vertically. Text is not mirrored.
 */
export type Styles = Readonly<z.infer<typeof stylesSchema>>;
/** A border of a block or page, in px at the reference width. */
export type Border = Readonly<z.infer<typeof borderSchema>>;
/** A shadow, in px at the reference width. */
export type Shadow = Readonly<z.infer<typeof shadowSchema>>;
/**
 * The background of a block or page.
 *
 * - `color`: a CSS colour (`#FFB52E`, `rgba(0,0,0,0.5)`, `red`).
 * - `imageUrl`: a path under `/assets/` or an `http(s)` URL.
 * - `size`: how the image fills the box; `tile` repeats it, each tile `tilePercent` of the box wide.
 * - `repeat`, `attachment`: as in CSS.
 */
export type Background = Readonly<z.infer<typeof backgroundSchema>>;

/** The default border, '2px solid #000'. */
export const DEFAULT_BORDER: Border = Object.freeze({ widthPx: 2, style: 'solid', color: '#000' });

/** The default shadow, '4px 4px 4px #000'. */
export const DEFAULT_SHADOW: Shadow = Object.freeze({ xPx: 4, yPx: 4, blurPx: 4, color: '#000' });

/**
 * Scales all px values (padding, radius, blur, border and shadows), clamped to the limits of their
 * fields. Ratios and unknown fields stay. Returns the same record if it has no px values.
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

/** Scales a border's width. */
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
 * Scales a length in px, clamped to `min` and `max`. Truncated to thousandths, so that a line of
 * text that fitted still fits.
 */
export function scaledPx(px: number, factor: number, min: number, max: number): number {
  const exact = px * factor;
  const truncated = Math.floor(Math.abs(exact) * 1000 + 1e-6) / 1000;
  return Math.min(max, Math.max(min, exact < 0 ? -truncated : truncated)) + 0;
}

/**
 * Scales a font size or padding while a handle is dragged, clamped to `min` and `max`. Rounded down
 * to quarter pixels, so that a line that fitted still fits.
 */
export function scaledQuarterPx(px: number, factor: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, Math.floor(px * factor * 4 + 1e-6) / 4));
}
