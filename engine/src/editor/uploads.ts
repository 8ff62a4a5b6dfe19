import { findDefinition, type Kit } from '../blocks/builtinBlocks.ts';
import { isTemporaryUrl } from '../links/assetUrl.ts';
import type { Block } from '../model/Block.ts';
import { createMutableChange, isEmptyChange, recordChange } from '../model/Change.ts';
import { patchBlock } from './commands/updateBlocks.ts';
import type { EditorState } from './EditorState.ts';
import type { BlockPatch } from './patches.ts';

/**
 * Whether a block's file is still being uploaded: its type uploads files, and its `content.url` is
 * temporary (`blob:`, `data:`) or `content.isUploading` is true, for hosts that show a placeholder
 * with the url ''. Such a block cannot be cloned, copied, autosaved or stored by a server.
 */
export function isUploading(block: Block, kits: readonly Kit[]): boolean {
  if (findDefinition(block.type, kits)?.capabilities.uploads !== true) return false;
  const { url, isUploading: flag } = block.content as {
    readonly url?: unknown;
    readonly isUploading?: unknown;
  };
  return flag === true || (typeof url === 'string' && isTemporaryUrl(url));
}

/** Returns those of the ids whose blocks are being uploaded. */
export function uploadingIds(state: EditorState, uuids: Iterable<string>): readonly string[] {
  return [...uuids].filter((uuid) => {
    const block = state.blocks.get(uuid);
    return block !== undefined && isUploading(block, state.kits);
  });
}

/** Every record of a block: as shown, in the stable page, at marks, and in the history. */
export function* recordsOf(state: EditorState, uuid: string): Iterable<Block> {
  yield* state.store.recordsOf(uuid);
  yield* state.history.recordsOf(uuid);
}

/**
 * Writes the content of a finished upload into every record of its block, so that no undo or cancel
 * restores the temporary URL. The edit in progress may be cancelled, and a room needs the stored URL
 * all the same: the change to the stable page is reported at once, apart from that edit.
 *
 * @param patch the content that the end of the upload sets
 * @param finished the block with this content, for records in which the patch alone would not end
 *   the upload
 */
export function settleUpload(
  state: EditorState,
  uuid: string,
  { patch, finished }: { readonly patch: BlockPatch['content']; readonly finished: Block },
): void {
  const { store } = state;
  const replace = (block: Block): Block => {
    if (!isUploading(block, state.kits)) return block;
    const patched = patchBlock(block, patch ? { content: patch } : {});
    return isUploading(patched, state.kits) ? { ...block, content: finished.content } : patched;
  };
  state.act(() => {
    const change = createMutableChange();
    const stable = store.stableBlock(uuid);
    recordChange(change, uuid, stable, stable && replace(stable));
    if (!isEmptyChange(change)) store.applyRemoteChange(change);
    const shown = store.blocks.get(uuid);
    if (shown && isUploading(shown, state.kits)) store.put(replace(shown));
    store.rewriteMarks(uuid, replace);
    state.history.rewrite(uuid, replace);
    if (isEmptyChange(change)) return;
    state.setPublishable(true);
    state.reportChange(change, 'edit');
  });
}
