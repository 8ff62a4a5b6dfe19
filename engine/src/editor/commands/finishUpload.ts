import type { Block } from '../../model/Block.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import { unknownKey } from '../../model/unknownKey.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';
import type { BlockPatch } from '../patches.ts';
import { isUploading, recordsOf, settleUpload } from '../uploads.ts';
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
    const records = [...recordsOf(state, uuid)];
    const unfinished = records.find((block) => isUploading(block, state.kits));
    if (!unfinished)
      return records.length === 0
        ? refuse('unknown_block', { uuid })
        : refuse('invalid_block', { uuid, path: 'content', message: 'is not being uploaded' });
    const locked = state.blocks.has(uuid) ? refuseLocked(state, [uuid]) : null;
    if (locked) return locked;
    const finished = finishedBlock(state, unfinished, patch);
    if (!finished.ok) return finished;
    settleUpload(state, uuid, { patch, finished: finished.value });
  }
  return ok(null);
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
