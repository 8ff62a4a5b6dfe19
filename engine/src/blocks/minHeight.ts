import * as z from 'zod';
import { GEOMETRY } from '../constants/geometry.ts';
import type { Block } from '../model/Block.ts';
import { MAX_LENGTH } from '../model/Position.ts';
import { scaledPx } from '../model/styles.ts';

/** The largest height that a page can store: 1,000 times the largest reference width, in px. */
const MAX_MIN_HEIGHT_PX = 1_366_000;

/**
 * Schema for the height that the user gave a block which its text has made taller, in px at the
 * reference width. Absent while the block has that height.
 */
export const minHeightSchema = z.number().min(0).max(MAX_MIN_HEIGHT_PX);

/**
 * Schema for how far growing has moved a square block sideways to keep it inside the window, px at
 * the reference width, positive to the right. Absent if it has not been moved.
 */
export const shiftSchema = z.number().min(-MAX_MIN_HEIGHT_PX).max(MAX_MIN_HEIGHT_PX);

/** Scales what growing has stored in a block's content, in px, if anything. */
export function scaleGrowth<
  Content extends {
    readonly minHeightPx?: number | undefined;
    readonly shiftXPx?: number | undefined;
  },
>(content: Content, factor: number): Content {
  const { minHeightPx, shiftXPx } = content;
  if (minHeightPx === undefined) return content;
  const most = MAX_MIN_HEIGHT_PX;
  return {
    ...content,
    minHeightPx: scaledPx(minHeightPx, factor, 0, most),
    ...(shiftXPx !== undefined && { shiftXPx: scaledPx(shiftXPx, factor, -most, most) }),
  };
}

/**
 * The height that the user gave a block which its text has made taller, as it is stored, px at the
 * reference width. Undefined for others, and for a value that the schema rejects.
 */
export function minHeightPxOf({ content }: Pick<Block, 'content'>): number | undefined {
  const { minHeightPx } = content as { readonly minHeightPx?: unknown };
  const isValid =
    typeof minHeightPx === 'number' && minHeightPx >= 0 && minHeightPx <= MAX_MIN_HEIGHT_PX;
  return isValid ? minHeightPx : undefined;
}

/** How far growing has moved a block sideways, px at the reference width. */
export function shiftXPxOf({ content }: Pick<Block, 'content'>): number {
  const { shiftXPx } = content as { readonly shiftXPx?: unknown };
  return typeof shiftXPx === 'number' ? shiftXPx : 0;
}

/**
 * The height that the user gave a block, px at the reference width. A stored one is limited to the
 * heights that a block can have: the schema does not know the reference width.
 */
export function minimumHeightPx(
  block: Pick<Block, 'content' | 'position'>,
  referenceWidthPx: number,
): number {
  const minHeightPx = minHeightPxOf(block);
  if (minHeightPx === undefined) return block.position.height * referenceWidthPx;
  const least = GEOMETRY.minBlockDimension * referenceWidthPx;
  return Math.min(MAX_LENGTH * referenceWidthPx, Math.max(least, minHeightPx));
}

/**
 * The radius of a block's corners, px at the reference width; undefined if it has none. A block that
 * its text has made taller keeps the corners that it had: lines as wide as the block would stick out
 * of a larger pill or circle.
 */
export function cornerRadiusPx(
  block: Pick<Block, 'content' | 'position' | 'styles'>,
  referenceWidthPx: number,
): number | undefined {
  const { borderRadiusPx } = block.styles;
  if (borderRadiusPx === undefined || minHeightPxOf(block) === undefined) return borderRadiusPx;
  return Math.min(borderRadiusPx, minimumHeightPx(block, referenceWidthPx) / 2);
}
