import type { Block, Editor } from '@cobble/engine';

/** The block itself or its outermost group: a child of a section. Null for a section. */
export function topLevelOf(editor: Editor, uuid: string): Block | null {
  let block = editor.blocks.get(uuid);
  for (;;) {
    const parent = block?.parentUuid === undefined ? null : editor.blocks.get(block.parentUuid);
    if (!block || !parent) return null;
    if (parent.parentUuid === undefined) return block;
    block = parent;
  }
}
