import * as z from 'zod';
import { GEOMETRY } from '../constants/geometry.ts';

/** The furthest that a block may lie from its parent's corner, and the largest that it may be. */
export const MAX_LENGTH = 1000;

const finite = z.number().min(-MAX_LENGTH).max(MAX_LENGTH);

/**
 * Where a block lies. `x` and `y` are its top left corner relative to its parent's top left corner
 * (a section's x and y are derived and always 0), `width` and `height` its unrotated size; all four
 * are fractions of the window's width. It is turned by `rotationDeg` clockwise about its centre.
 * Source: docs/decisions/0005.
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

/** Where a block lies, relative to its parent, in fractions of the window's width. */
export type Position = Readonly<z.infer<typeof positionSchema>>;

/**
 * Where a block lies on a phone, set for the phone alone: relative to its parent's top left corner,
 * in fractions of the window's width (on a phone the screen's), as a {@link Position} is. Pages
 * with phone layout `scaled` do without it.
 */
export const placeOnPhoneSchema = z.looseObject({
  x: finite,
  y: finite,
  width: z.number().min(0).max(MAX_LENGTH),
  height: z.number().min(0).max(MAX_LENGTH),
});

/** Where a block lies on a phone, set for the phone alone. */
export type PlaceOnPhone = Readonly<z.infer<typeof placeOnPhoneSchema>>;

/** An axis-parallel rectangle; the space and unit are those of whoever makes it. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A point; the space and unit are those of whoever makes it. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A size in px at the reference width. */
export interface SizePx {
  readonly width: number;
  readonly height: number;
}
