import type { Block, BlockPatch, Editor, Kit } from '@cobble/engine';
import type { EditorStore } from '../stores/EditorStore.ts';

/**
 * Patches blocks as one change, each with what `patch` returns for it. Notifies the user of a
 * refusal.
 */
export function patchBlocks<B extends Block>(
  store: EditorStore,
  blocks: readonly B[],
  patch: (block: B) => BlockPatch,
): void {
  // The rendered blocks may be one frame older than the page.
  const current = blocks.map((block) => (store.editor.blocks.get(block.uuid) ?? block) as B);
  const editor: Editor<Kit> = store.editor;
  store.report(editor.updateEach(new Map(current.map((block) => [block.uuid, patch(block)]))));
}
