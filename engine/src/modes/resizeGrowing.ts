import type { Placement } from '../editor/patches.ts';
import {
  growsWithText,
  hasMinHeight,
  type Measuring,
  withGrownSize,
  withSetHeight,
} from '../editor/textGrowth.ts';
import { withPosition } from '../editor/blockPosition.ts';
import type { Block } from '../model/Block.ts';

/**
 * Fits a block that grows with its text, or scrolls but has grown before, to the size that a gesture
 * gives it, in fractions of the window's width. A new height is its minimum height from then on. Null
 * for other blocks.
 *
 * @param given `scales`: the gesture scales the block as a whole
 * @returns the block's size, and the change to its content that goes with it
 */
export function resizeGrowing(
  host: Measuring,
  block: Block,
  { width, height, scales }: { width: number; height: number; scales: boolean },
): { readonly width: number; readonly height: number; readonly patch?: Placement['patch'] } | null {
  const grows = growsWithText(host, block);
  if (!grows && !hasMinHeight(host, block)) return null;
  const { referenceWidth } = host.fields.settings;
  const given = withPosition(block, { width, height });
  const resized = withSetHeight(given, block, { referenceWidth, scales });
  const { position, content } = grows ? withGrownSize(host, resized) : resized;
  const size = { width: position.width, height: position.height };
  if (content === block.content) return size;
  const before = block.content as Readonly<Record<string, unknown>>;
  const after = content as Readonly<Record<string, unknown>>;
  const keys = Object.keys({ ...before, ...after }).filter((key) => before[key] !== after[key]);
  return { ...size, patch: { content: Object.fromEntries(keys.map((key) => [key, after[key]])) } };
}
