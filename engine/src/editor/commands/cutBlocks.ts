import type { CopiedBlocks } from '../../clipboard/clipboardText.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { copyBlocks } from './copyBlocks.ts';
import { removeBlocks } from './removeBlocks.ts';

/** Removes blocks and returns them for the clipboard; see `copyBlocks`. */
export function cutBlocks(
  state: EditorState,
  uuids: Iterable<string>,
): Result<CopiedBlocks, EditorRefusal> {
  const ids = [...uuids];
  // A copy leaves out uploads, so they would be lost.
  if (state.layout.withDescendants(ids).some((block) => state.uploads.isRunning(block)))
    return refuse('cannot_clone_while_uploading');
  const copied = copyBlocks(state, ids);
  if (copied === null) return refuse('nothing_selected');
  const removed = removeBlocks(state, ids);
  return removed.ok ? ok(copied) : removed;
}
