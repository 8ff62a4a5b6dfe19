import { field, number } from '../page/readFields.ts';

/** The height that the user gave a block which its text has made taller, px; null for others. */
export function readMinHeight(content: unknown): number | null {
  return number(field(content, 'minHeightPx'), 0, 1_366_000);
}
