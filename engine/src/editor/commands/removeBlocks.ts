import { ok, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';
import { shrinkLastSection } from '../settle.ts';

/** Removes blocks like {@link deleteBlocks}, and then shrinks the last section to its contents. */
export function removeBlocks(
  state: EditorState,
  uuids: Iterable<string>,
): Result<null, EditorRefusal> {
  const deleted = deleteBlocks(state, uuids);
  if (deleted.ok) shrinkLastSection(state);
  return deleted;
}

/** Removes blocks and their descendants. At least one section remains. */
export function deleteBlocks(
  state: EditorState,
  uuids: Iterable<string>,
): Result<null, EditorRefusal> {
  const blockIds = [...uuids];
  if (blockIds.length === 0) return refuse('nothing_selected');
  const locked = refuseLocked(state, blockIds, { deep: true });
  if (locked) return locked;
  const { sectionIds } = state.layout;
  if (sectionIds.every((section) => blockIds.includes(section)))
    return refuse('cannot_delete_last_section');
  // Parents are removed last, so that observers never see a block without its parent.
  for (const { uuid } of state.layout.withDescendants(blockIds).toReversed())
    state.store.delete(uuid);
  return ok(null);
}
