import { type Refusal, refuse } from '../model/Result.ts';
import type { EditorRefusal } from './EditorRefusal.ts';
import type { EditorState } from './EditorState.ts';

/**
 * Refuses to add more blocks than the owner's plan allows (details: `max`). A page that is already
 * over the limit, because a plan ended, can still be edited.
 */
export function refuseOverCap(
  state: Pick<EditorState, 'blocks' | 'maxBlocks'>,
  more: number,
): Refusal<EditorRefusal> | null {
  const { maxBlocks } = state;
  return maxBlocks !== null && more > 0 && state.blocks.size + more > maxBlocks
    ? refuse('things_per_page_limit_exceeded', { max: maxBlocks })
    : null;
}
