import { ok, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { patchBlock } from './updateBlocks.ts';

/** Locks or unlocks blocks. Unlocking removes the `locked` field. */
export function lockBlocks(
  state: EditorState,
  locked: boolean,
  uuids: Iterable<string>,
): Result<null, EditorRefusal> {
  const blockIds = [...uuids];
  if (blockIds.length === 0) return refuse('nothing_selected');
  for (const uuid of blockIds) {
    const block = state.blocks.get(uuid);
    if (block && (block.locked ?? false) !== locked)
      state.store.put(patchBlock(block, { locked: locked ? true : undefined }));
  }
  return ok(null);
}
