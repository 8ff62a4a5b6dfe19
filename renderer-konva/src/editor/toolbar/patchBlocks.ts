import type { Block, BlockPatch, Editor, EditorRefusal, Kit, Result } from '@cobble/engine';
import type { EditorStore } from '../stores/EditorStore.ts';

/**
 * Patches blocks as one change, each with what `patch` returns for it. Notifies the user of a
 * refusal, which is also returned.
 */
export function patchBlocks<B extends Block>(
  store: EditorStore,
  blocks: readonly B[],
  patch: (block: B) => BlockPatch,
): Result<unknown, EditorRefusal> {
  // The rendered blocks may be one frame older than the page.
  const current = blocks.map((block) => (store.editor.blocks.get(block.uuid) ?? block) as B);
  const editor: Editor<Kit> = store.editor;
  const patched = editor.updateEach(new Map(current.map((block) => [block.uuid, patch(block)])));
  store.report(patched);
  return patched;
}
