import * as z from 'zod';
import { GEOMETRY } from '../constants/geometry.ts';

/** The maximum distance of a block from its parent's corner, and its maximum size. */
export const MAX_LENGTH = 1000;

const finite = z.number().min(-MAX_LENGTH).max(MAX_LENGTH);

/**
 * Schema for a block's position. `x` and `y` are its top left corner relative to its parent's (a
 * section's are derived and always 0), `width` and `height` its unrotated size; all four are
 * fractions of the window's width. See docs/decisions/0005.
 */
export const positionSchema = z.looseObject({
  x: finite,
  y: finite,
  width: z.number().min(0).max(MAX_LENGTH),
  height: z.number().min(0).max(MAX_LENGTH),
  rotationDeg: z.number().min(-360).max(360),
  zIndex: z
    .number()
    .int()
    .min(GEOMETRY.minZIndex - GEOMETRY.zIndexBuffer)
    .max(GEOMETRY.maxZIndex + GEOMETRY.zIndexBuffer),
  pin: z.enum(['left', 'right']).optional(),
});

/**
 * A block's position.
 *
 * - `x`, `y`: its top left corner relative to its parent's; a section's are always 0.
 * - `width`, `height`: its size before rotation. All four are in fractions of the window's width.
 * - `rotationDeg`: clockwise, about its centre.
 * - `zIndex`: its order among its siblings; higher ones are in front.
 * - `pin`: attaches it to the left or right edge of a desktop screen.
 */
export type Position = Readonly<z.infer<typeof positionSchema>>;

/**
 * Schema for a position that is set for phones only: like a {@link Position}, relative to its
 * parent's top left corner and in fractions of the window's width (on a phone, of the screen's).
 * Unused on pages with phone layout `scaled`.
 */
export const phonePositionSchema = z.looseObject({
  x: finite,
  y: finite,
  width: z.number().min(0).max(MAX_LENGTH),
  height: z.number().min(0).max(MAX_LENGTH),
});

/** A block's position that is set for phones only. */
export type PhonePosition = Readonly<z.infer<typeof phonePositionSchema>>;

/** An axis-aligned rectangle, in any space and unit. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A point, in any space and unit. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A size in px at the reference width. */
export interface SizePx {
  readonly width: number;
  readonly height: number;
}

/**
 * Rounds a length to a millionth of the window's width, so that rounding errors of sums do not
 * count as changes.
 */
export function roundLength(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0;
}
