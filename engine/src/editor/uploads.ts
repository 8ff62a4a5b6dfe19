import { findDefinition, type Kit } from '../blocks/builtinBlocks.ts';
import { isTemporaryUrl } from '../links/assetUrl.ts';
import type { Block } from '../model/Block.ts';

/**
 * Whether a block's file is still being uploaded: its type uploads files, and its `content.url` is
 * temporary (`blob:`, `data:`) or `content.isUploading` is true, for hosts that show a placeholder
 * with the url ''. Such a block cannot be cloned, copied, autosaved or stored by a server.
 */
export function isUploading(block: Block, kits: readonly Kit[]): boolean {
  const { isUploading: flag } = block.content as { readonly isUploading?: unknown };
  // First, because it is fast: this runs for each block of each change.
  if (flag !== true && !hasTemporaryUrl(block)) return false;
  return findDefinition(block.type, kits)?.capabilities.uploads === true;
}

/** Returns those of the ids whose blocks are being uploaded. */
export function uploadingIds(
  { blocks, kits }: { readonly blocks: ReadonlyMap<string, Block>; readonly kits: readonly Kit[] },
  uuids: Iterable<string>,
): readonly string[] {
  return [...uuids].filter((uuid) => {
    const block = blocks.get(uuid);
    return block !== undefined && isUploading(block, kits);
  });
}

/** The `content.url` of a block, whatever its type. */
export function contentUrl({ content }: Block): unknown {
  return (content as { readonly url?: unknown }).url;
}

/** Whether a block shows a file that only this tab has. */
export function hasTemporaryUrl(block: Block): boolean {
  const url = contentUrl(block);
  return typeof url === 'string' && isTemporaryUrl(url);
}
