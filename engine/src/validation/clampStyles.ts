import { inputError } from '../model/inputError.ts';
import type { SizePx } from '../model/Position.ts';
import { MAX_INSET_PX } from '../model/styles.ts';

/** The maximum blur of a block, in px at the reference width. */
export const MAX_BLUR_PX = 20;

/**
 * Converts a percentage to an opacity from 0 to 1, clamped. NaN becomes 0.
 *
 * @throws CobbleError `input_invalid` (details: `path`) unless given a number
 */
export function opacityFromPercent(percent: number): number {
  if (typeof (percent as unknown) !== 'number') throw inputError('percent', 'must be a number');
  return clamp(percent, 100) / 100;
}

/**
 * The maximum padding and radius of a block: half of its smaller side, limited to the maximum in
 * pages. In px, like the sides.
 */
export function maxInsetPx({ width, height }: SizePx): number {
  return clamp(Math.min(width, height) / 2, MAX_INSET_PX);
}

/** Clamps a padding or radius to between 0 and {@link maxInsetPx}. In px, like the sides. */
export function clampInsetPx(px: number, size: SizePx): number {
  return clamp(px, maxInsetPx(size));
}

/** Clamps a blur to at least 0 and at most 20 px. */
export function clampBlurPx(px: number): number {
  return clamp(px, MAX_BLUR_PX);
}

function clamp(value: number, max: number): number {
  return Math.min(max, Math.max(0, finite(value)));
}

function finite(value: number): number {
  return Number.isNaN(value) ? 0 : value;
}
