import type { DefinitionLookup } from '../blocks/minScaleOf.ts';
import type { Block } from '../model/Block.ts';
import { roundLength, withPosition } from './blockPosition.ts';
import type { EditorState } from './EditorState.ts';
import { measuredHeight } from './measureText.ts';

/** What growing reads: an editor's state, or the host of a gesture. */
export type Measuring = Pick<EditorState, 'definitionOf' | 'environment' | 'fields'>;

/**
 * Whether a block is as tall as the user made it, or taller if its text needs that. One that scrolls
 * its contents does not grow, on the published page neither.
 */
export function growsWithText(definitions: DefinitionLookup, block: Block): boolean {
  const { overflow } = block.styles;
  return (
    overflow !== 'scroll' && definitions.definitionOf(block)?.capabilities.growsWithText === true
  );
}

/**
 * Returns a block that grows with its text with the height that the text needs, but at least the one
 * that the user gave it, which it remembers as `content.minHeightPx` while it is taller. Its corner
 * stays. Returns the block itself if it has that size, or if its text cannot be measured.
 */
export function withGrownSize(state: Measuring, block: Block): Block {
  const { referenceWidth } = state.fields.settings;
  const least = leastHeightOf(block, referenceWidth);
  const needed = measuredHeight(state, block, block.position.width);
  if (needed === null) return block;
  const isGrown = needed > least;
  const sized = withPosition(block, { height: isGrown ? roundLength(needed) : least });
  return withMinHeight(sized, isGrown ? roundLength(least * referenceWidth) : undefined);
}

/**
 * Makes the height that a block has been given the least one, unless the edit says otherwise
 * (`content.minHeightPx`).
 *
 * @param previous the block before the edit
 * @param scales whether the whole block is scaled: then the least height is, too
 */
export function withSetHeight(block: Block, previous: Block, scales = false): Block {
  const { height } = block.position;
  const before = previous.position.height;
  const minHeightPx = minHeightPxOf(block);
  if (minHeightPx === undefined || height === before) return block;
  if (minHeightPx !== minHeightPxOf(previous)) return block;
  if (!scales || before === 0) return withMinHeight(block, undefined);
  return withMinHeight(block, roundLength((minHeightPx * height) / before));
}

/** The height that the user gave a block, in fractions of the window's width. */
function leastHeightOf(block: Block, referenceWidthPx: number): number {
  const minHeightPx = minHeightPxOf(block);
  if (minHeightPx === undefined) return block.position.height;
  const exact = minHeightPx / referenceWidthPx;
  // The height from before the block grew, so that taking back what was typed changes nothing.
  const rounded = roundLength(exact);
  return Math.abs(exact - rounded) < 1e-9 ? rounded : exact;
}

function minHeightPxOf({ content }: Block): number | undefined {
  return (content as { readonly minHeightPx?: number }).minHeightPx;
}

function withMinHeight(block: Block, minHeightPx: number | undefined): Block {
  if (minHeightPxOf(block) === minHeightPx) return block;
  const { minHeightPx: _, ...rest } = block.content as Readonly<Record<string, unknown>>;
  return { ...block, content: minHeightPx === undefined ? rest : { ...rest, minHeightPx } };
}
