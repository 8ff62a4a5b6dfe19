import { findDefinition, type Kit } from '../blocks/builtinBlocks.ts';
import { isTemporaryUrl } from '../links/assetUrl.ts';
import type { Block } from '../model/Block.ts';

/**
 * Whether a block's file is still on its way: its type uploads files, and its `content.url` is temporary (`blob:`, `data:`), or
 * its `content.isUploading` is true, for hosts that show a placeholder with the url ''. Such a
 * block is refused to clones, left out of copies and of autosaves, and no server takes its url.
 */
export function isUploading(block: Block, kits: readonly Kit[]): boolean {
  if (findDefinition(block.type, kits)?.capabilities.uploads !== true) return false;
  const { url, isUploading: flag } = block.content as {
    readonly url?: unknown;
    readonly isUploading?: unknown;
  };
  return flag === true || (typeof url === 'string' && isTemporaryUrl(url));
}
