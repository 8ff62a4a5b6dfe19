import type { Block } from '../model/Block.ts';
import { type Refusal, refuse } from '../model/Result.ts';
import type { EditorRefusal } from './EditorRefusal.ts';

/** The part of the editor's state that locks are looked up in. */
export interface LockTree {
  readonly blocks: ReadonlyMap<string, Block>;
  /** Blocks that other users are editing now. */
  readonly lockedByOthers: ReadonlySet<string>;
  readonly layout: {
    /** Ids of a block's ancestors, from its parent to its section. */
    ancestorsOf(uuid: string): readonly string[];
    /** Blocks and their descendants. */
    withDescendants(uuids: Iterable<string>): readonly Block[];
  };
}

/**
 * The refusal to change blocks, or null: a block is unknown, locked, inside a locked parent, or being
 * edited by another user. With `deep`, for edits that move or remove blocks, descendants count too.
 */
export function refuseLocked(
  state: LockTree,
  uuids: readonly string[],
  options: { deep?: boolean } = {},
): Refusal<EditorRefusal> | null {
  const code = uuids.length === 1 ? 'block_locked' : 'selection_locked';
  // Siblings usually follow each other, so their ancestors are checked once.
  let free: string | undefined;
  for (const uuid of uuids) {
    const block = state.blocks.get(uuid);
    if (!block) return refuse('unknown_block', { uuid });
    if (block.locked || state.lockedByOthers.has(uuid)) return refuse(code, { uuid });
    if (block.parentUuid === undefined || block.parentUuid !== free) {
      const holder = state.layout.ancestorsOf(uuid).find((each) => state.blocks.get(each)?.locked);
      if (holder !== undefined) return refuse(code, { uuid: holder });
      free = block.parentUuid;
    }
    if (!options.deep) continue;
    const held = state.layout
      .withDescendants([uuid])
      .find((each) => each.locked || state.lockedByOthers.has(each.uuid));
    if (held) return refuse('selection_locked', { uuid: held.uuid });
  }
  return null;
}
