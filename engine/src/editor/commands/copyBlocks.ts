import { makeClipboardText } from '../../clipboard/clipboardText.ts';
import { isSection } from '../../model/Block.ts';
import type { EditorState } from '../EditorState.ts';
import { withPosition } from '../blockPosition.ts';
import { isUploading } from '../uploads.ts';
import { byPaintOrder } from './duplicateBlocks.ts';

/**
 * Blocks and their descendants as text for the system clipboard, in z-order. Blocks that are being
 * uploaded are left out, because their URL is temporary. Null if nothing remains.
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
