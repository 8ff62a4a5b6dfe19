import type { Block } from '../../model/Block.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import { unknownKey } from '../../model/unknownKey.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';
import type { BlockPatch } from '../patches.ts';
import type { UploadEnd } from '../EditorUploads.ts';
import { isUploading } from '../uploads.ts';
import { refuseInvalid } from '../validate.ts';
import { patchBlock } from './updateBlocks.ts';

/**
 * Ends the uploads of blocks, wherever they are: on the page, in the edit in progress, or in the
 * history only. This is not an edit of the user: it does not become part of the edit in progress, and
 * no hook is asked.
 *
 * @param patches the content of each block, with its stored URL
 */
export function finishUpload(
  state: EditorState,
  patches: ReadonlyMap<string, BlockPatch>,
): Result<null, EditorRefusal> {
  if (!state.permissions.canEdit) return refuse('not_permitted');
  for (const [uuid, { content: patch }] of patches) {
    const records = [...state.uploads.recordsOf(uuid)];
    const unfinished = records.find((block) => isUploading(block, state.kits));
    if (!unfinished)
      return records.length === 0
        ? refuse('unknown_block', { uuid })
        : refuse('invalid_block', { uuid, path: 'content', message: 'is not being uploaded' });
    const locked = state.blocks.has(uuid) ? refuseLocked(state, [uuid]) : null;
    if (locked) return locked;
    const finished = finishedBlock(state, unfinished, patch);
    if (!finished.ok) return finished;
    state.uploads.settle(uuid, endOfUpload(state, patch, finished.value));
  }
  return ok(null);
}

/**
 * The end of an upload.
 *
 * @param patch the content that it sets
 * @param finished the block with this content, for records in which the patch alone would not end
 *   the upload
 */
export function endOfUpload(
  state: EditorState,
  patch: BlockPatch['content'],
  finished: Block,
): UploadEnd {
  return (block) => {
    if (!isUploading(block, state.kits)) return block;
    const patched = patchBlock(block, patch ? { content: patch } : {});
    return isUploading(patched, state.kits) ? { ...block, content: finished.content } : patched;
  };
}

function finishedBlock(
  state: EditorState,
  unfinished: Block,
  patch: BlockPatch['content'],
): Result<Block, EditorRefusal> {
  const { uuid } = unfinished;
  const given = patch ? { content: patch } : {};
  const unknown = unknownKey(given, unfinished, state.definitionOf(unfinished)?.content);
  if (unknown) return refuse('invalid_block', { uuid, ...unknown });
  const finished = patchBlock(unfinished, given);
  const invalid = refuseInvalid(state, finished, unfinished);
  if (invalid) return refuse('invalid_block', { uuid, ...invalid.details });
  if (isUploading(finished, state.kits))
    return refuse('invalid_block', { uuid, path: 'content', message: 'must end the upload' });
  return ok(finished);
}
