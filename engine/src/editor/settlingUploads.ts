import type { Block } from '../model/Block.ts';
import type { Result } from '../model/Result.ts';
import type { EditorRefusal } from './Editor.ts';
import type { EditorState } from './EditorState.ts';
import { isUploading } from './uploading.ts';

/**
 * Runs an update of blocks. For those whose upload it ends, the history and the stable page learn
 * the lasting address too: a person can undo that the image was added, never that it arrived, and
 * no undo or cancel brings a dead address back.
 */
export function settlingUploads<Value>(
  state: EditorState,
  uuids: Iterable<string>,
  update: () => Result<Value, EditorRefusal>,
): Result<Value, EditorRefusal> {
  const uploading = [...uuids].filter((uuid) => {
    const block = state.blocks.get(uuid);
    return block !== undefined && isUploading(block, state.kits);
  });
  const result = update();
  for (const uuid of result.ok ? uploading : []) {
    const arrived = state.blocks.get(uuid);
    if (!arrived || isUploading(arrived, state.kits)) continue;
    const replace = (block: Block): Block =>
      isUploading(block, state.kits) ? { ...block, content: arrived.content } : block;
    state.store.rewriteStable(uuid, replace);
    state.history.rewrite(uuid, replace);
  }
  return result;
}
