import { findDefinition, type Kit } from '../blocks/builtinBlocks.ts';
import { isTemporaryUrl } from '../links/assetUrl.ts';
import type { Block } from '../model/Block.ts';
import type { EditorState } from './EditorState.ts';

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

/**
 * Writes the content of finished uploads into the stable page and the history, so that no undo or
 * cancel restores a temporary URL.
 *
 * @param uuids blocks that were being uploaded before an update
 */
export function settleUploads(state: EditorState, uuids: readonly string[]): void {
  for (const uuid of uuids) {
    const finished = state.blocks.get(uuid);
    if (!finished || isUploading(finished, state.kits)) continue;
    const replace = (block: Block): Block =>
      isUploading(block, state.kits) ? { ...block, content: finished.content } : block;
    state.store.rewriteStable(uuid, replace);
    state.history.rewrite(uuid, replace);
  }
}
