import { makeClipboardText } from '../../clipboard/clipboardText.ts';
import { isSection } from '../../model/checkTree.ts';
import type { EditorCore } from '../EditorCore.ts';
import { withPosition } from '../positions.ts';
import { isUploading } from '../uploading.ts';
import { byPaintOrder } from './duplicateBlocks.ts';

/**
 * Blocks, and all that they hold, as text for the system's clipboard, in paint order. Blocks whose
 * upload is under way are left out, as their address means nothing elsewhere. Null when nothing
 * remains.
 */
export function copyBlocks(core: EditorCore, uuids: Iterable<string>): string | null {
  const roots = new Set(byPaintOrder(core, core.layout.rootsOf(uuids)));
  const blocks = core.layout
    .withDescendants(roots)
    .filter((block) => !isUploading(block, core.kits));
  if (blocks.length === 0) return null;
  return makeClipboardText({
    pageID: core.store.fields.ID,
    referenceWidth: core.referenceWidth,
    blocks: blocks.map((block) => {
      const box = roots.has(block.uuid) && !isSection(block) ? core.layout.boxOf(block.uuid) : null;
      return box ? withPosition(block, { x: box.x, y: box.y }) : block;
    }),
  });
}
