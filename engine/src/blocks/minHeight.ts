import * as z from 'zod';
import { scaledPx } from '../model/styles.ts';

/** A page stores no taller block: 1,000 times the largest reference width, px. */
const MAX_MIN_HEIGHT_PX = 1_366_000;

/**
 * Schema for the height that the user gave a block which its text has made taller, in px at the
 * reference width. Absent while the block has that height.
 */
export const minHeightSchema = z.number().min(0).max(MAX_MIN_HEIGHT_PX);

/** Scales the height that the user gave a block, if its content has one. */
export function scaleMinHeight<Content extends { readonly minHeightPx?: number | undefined }>(
  content: Content,
  factor: number,
): Content {
  const { minHeightPx } = content;
  if (minHeightPx === undefined) return content;
  return { ...content, minHeightPx: scaledPx(minHeightPx, factor, 0, MAX_MIN_HEIGHT_PX) };
}
