import type { CopiedBlocks } from '../../clipboard/clipboardText.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { uploadingIds } from '../uploads.ts';
import { copyBlocks } from './copyBlocks.ts';
import { removeBlocks } from './removeBlocks.ts';

/** Removes blocks and returns them for the clipboard; see `copyBlocks`. */
export function cutBlocks(
  state: EditorState,
  uuids: Iterable<string>,
): Result<CopiedBlocks, EditorRefusal> {
  const ids = [...uuids];
  const cut = state.layout.withDescendants(ids).map(({ uuid }) => uuid);
  // A copy leaves out uploads, so they would be lost.
  if (uploadingIds(state, cut).length > 0) return refuse('cannot_clone_while_uploading');
  const copied = copyBlocks(state, ids);
  if (copied === null) return refuse('nothing_selected');
  const removed = removeBlocks(state, ids);
  return removed.ok ? ok(copied) : removed;
}
