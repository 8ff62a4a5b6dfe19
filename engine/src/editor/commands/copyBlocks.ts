import { makeClipboardText } from '../../clipboard/clipboardText.ts';
import { isSection } from '../../model/Block.ts';
import type { EditorState } from '../EditorState.ts';
import { withPosition } from '../positions.ts';
import { isUploading } from '../uploads.ts';
import { byPaintOrder } from './duplicateBlocks.ts';

/**
 * Blocks, and all that they hold, as text for the system's clipboard, in paint order. Blocks whose
 * upload is under way are left out, as their address means nothing elsewhere. Null when nothing
 * remains.
 */
export function copyBlocks(state: EditorState, uuids: Iterable<string>): string | null {
  const roots = new Set(byPaintOrder(state, state.layout.rootsOf(uuids)));
  const blocks = state.layout
    .withDescendants(roots)
    .filter((block) => !isUploading(block, state.kits));
  if (blocks.length === 0) return null;
  return makeClipboardText({
    pageID: state.store.fields.ID,
    referenceWidth: state.referenceWidth,
    blocks: blocks.map((block) => {
      const box =
        roots.has(block.uuid) && !isSection(block) ? state.layout.boxOf(block.uuid) : null;
      return box ? withPosition(block, { x: box.x, y: box.y }) : block;
    }),
  });
}
