import type { Block } from '../model/Block.ts';
import { equalJson } from '../model/json.ts';
import { fittedWidth } from './autowidth.ts';
import type { EditorState } from './EditorState.ts';
import { neededTextHeight } from './neededTextHeight.ts';
import { roundLength, withPosition } from './positions.ts';

/** Whether a block's height follows from its text. */
export function autosizes(state: EditorState, block: Block): boolean {
  const { useAutosize } = block.content as { readonly useAutosize?: unknown };
  return state.definitionOf(block.type)?.capabilities.autosizes === true && useAutosize !== false;
}

/**
 * Returns a block with the size that its text needs: first the width, if it has autowidth, then the
 * height, if that follows from the text; the top edge stays. Returns the block itself if only its
 * position has changed since `was`.
 */
export function autosized(state: EditorState, block: Block, was?: Block): Block {
  if (!autosizes(state, block) || (was && !needsMeasuring(was, block))) return block;
  return fittedHeight(state, fittedWidth(state, block));
}

/**
 * Returns a block with the height that its text needs at its width, if the height follows from the
 * text and the environment can measure.
 */
export function fittedHeight(state: EditorState, block: Block): Block {
  if (!autosizes(state, block)) return block;
  const { environment, referenceWidth } = state;
  const height = neededTextHeight(environment, referenceWidth, block, block.position.width);
  return height === null ? block : withPosition(block, { height: roundLength(height) });
}

function needsMeasuring(was: Block, is: Block): boolean {
  return (
    was.position.width !== is.position.width ||
    was.position.height !== is.position.height ||
    !equalJson(was.content, is.content) ||
    !equalJson(was.styles, is.styles)
  );
}
