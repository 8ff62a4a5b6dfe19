import { refuse, type Result } from '../../model/Result.ts';
import type { BlockPatch } from '../patches.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { updateBlocks } from './updateBlocks.ts';

/**
 * Turns autowidth of texts on or off, for all of the blocks or none. Refused with
 * `autowidth_needs_text` if one of them is not a text.
 */
export function setAutowidth(
  state: EditorState,
  on: boolean,
  uuids: Iterable<string>,
): Result<null, EditorRefusal> {
  const patches = new Map<string, BlockPatch>();
  for (const uuid of uuids) {
    const block = state.blocks.get(uuid);
    if (!block) continue;
    if (!state.definitionOf(block)?.capabilities.autosizes)
      return refuse('autowidth_needs_text', { uuid });
    patches.set(uuid, { content: { useAutowidth: on ? true : undefined } });
  }
  return patches.size === 0 ? refuse('nothing_selected') : updateBlocks(state, patches);
}
