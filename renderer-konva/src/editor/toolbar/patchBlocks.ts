import type { Block, BlockPatch } from '@cobble/engine';
import type { EditorStore } from '../stores/EditorStore.ts';

/** Patches each of some blocks by a function of the block; one change, refusals are told. */
export function patchBlocks<B extends Block>(
  store: EditorStore,
  blocks: readonly B[],
  patch: (block: B) => BlockPatch,
): void {
  // What is on screen may be older than the page by a frame.
  const now = blocks.map((block) => (store.editor.blocks.get(block.uuid) ?? block) as B);
  store.report(store.editor.updateEach(new Map(now.map((block) => [block.uuid, patch(block)]))));
}
