import type { SizePx } from '../model/Position.ts';
import { MAX_INSET_PX } from '../model/styles.ts';

/** The most blur of a block, px at the reference width. */
export const MAX_BLUR_PX = 20;

/** Opacity, 0 to 1, of a percentage as typed or slid: clamped to 0 to 100. */
export function opacityOfPercent(percent: number): number {
  return clamp(percent, 100) / 100;
}

/**
 * The most padding and radius of a block: half the smaller of its sides, and what pages may hold.
 * Px, as the sides are.
 */
export function maxInsetPx({ width, height }: SizePx): number {
  return clamp(Math.min(width, height) / 2, MAX_INSET_PX);
}

/** A padding or radius between 0 and half the smaller side of the block. Px, as the sides are. */
export function clampInsetPx(px: number, size: SizePx): number {
  return clamp(px, maxInsetPx(size));
}

/** A blur between 0 and 20 px. */
export function clampBlurPx(px: number): number {
  return clamp(px, MAX_BLUR_PX);
}

function clamp(value: number, max: number): number {
  return Math.min(max, Math.max(0, finite(value)));
}

function finite(value: number): number {
  return Number.isNaN(value) ? 0 : value;
}
