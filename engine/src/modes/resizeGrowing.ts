import type { Placement } from '../editor/patches.ts';
import {
  growsWithText,
  hasMinHeight,
  type Measuring,
  withGrownSize,
  withSetHeight,
} from '../editor/textGrowth.ts';
import { withPosition } from '../editor/blockPosition.ts';
import { patchBlock } from '../editor/commands/updateBlocks.ts';
import type { Block } from '../model/Block.ts';
import { scaleText } from './resizeText.ts';

/**
 * Fits a block that grows with its text, or scrolls but has grown before, to the size that a gesture
 * gives it, in fractions of the window's width. A new height is its minimum height from then on. Null
 * for other blocks.
 *
 * @param given `scale`: the factor if the gesture scales the block as a whole, with its text;
 *   otherwise null
 * @returns the block's size, and the changes that go with it
 */
export function resizeGrowing(
  host: Measuring,
  block: Block,
  { width, height, scale }: { width: number; height: number; scale: number | null },
): { readonly width: number; readonly height: number; readonly patch?: Placement['patch'] } | null {
  const grows = growsWithText(host, block);
  if (!grows && !hasMinHeight(host, block)) return null;
  const { referenceWidth } = host.fields.settings;
  const text = scale === null || scale === 1 ? null : scaleText(host, block, scale);
  const scaled = text ? patchBlock(block, text) : block;
  const given = withPosition(scaled, { width, height });
  const resized = withSetHeight(given, block, { referenceWidth, scales: scale !== null });
  const { position, content, styles } = grows ? withGrownSize(host, resized) : resized;
  const size = { width: position.width, height: position.height };
  if (content === block.content && styles === block.styles) return size;
  const patch = {
    content: changedKeys(block.content, content),
    styles: changedKeys(block.styles, styles),
  };
  return { ...size, patch };
}

/** The keys that differ, with their new values; undefined for removed ones. */
function changedKeys(before: object, after: object): Readonly<Record<string, unknown>> {
  const [old, now] = [before, after] as [Record<string, unknown>, Record<string, unknown>];
  const keys = Object.keys({ ...old, ...now }).filter((key) => old[key] !== now[key]);
  return Object.fromEntries(keys.map((key) => [key, now[key]]));
}
