import type { Block } from '../model/Block.ts';
import { type Refusal, refuse } from '../model/Result.ts';
import type { EditorRefusal } from './EditorRefusal.ts';

/** The part of the editor's state that locks are looked up in. */
export interface LockTree {
  readonly blocks: ReadonlyMap<string, Block>;
  /** Blocks that other users are editing now. */
  readonly lockedByOthers: ReadonlySet<string>;
  readonly layout: {
    /** Blocks and their descendants. */
    withDescendants(uuids: Iterable<string>): readonly Block[];
  };
}

/**
 * Returns a refusal if some of the blocks cannot be changed, else null. A block cannot be changed if
 * it is unknown, locked, inside a locked section or group, or being edited by another user. With
 * `deep`, for edits that move or remove blocks, its descendants are checked too.
 */
export function refuseLocked(
  state: LockTree,
  uuids: readonly string[],
  options: { deep?: boolean } = {},
): Refusal<EditorRefusal> | null {
  const code = uuids.length === 1 ? 'block_locked' : 'selection_locked';
  // Siblings are usually adjacent, so their ancestors are checked once.
  let unlockedParent: string | undefined;
  for (const uuid of uuids) {
    const block = state.blocks.get(uuid);
    if (!block) return refuse('unknown_block', { uuid });
    if (block.locked || state.lockedByOthers.has(uuid)) return refuse(code, { uuid });
    if (block.parentUuid === undefined || block.parentUuid !== unlockedParent) {
      const lockedAncestor = lockedAncestorOf(state, block);
      if (lockedAncestor) return refuse(code, { uuid: lockedAncestor.uuid });
      unlockedParent = block.parentUuid;
    }
    if (!options.deep) continue;
    const lockedDescendant = state.layout
      .withDescendants([uuid])
      .find((each) => each.locked || state.lockedByOthers.has(each.uuid));
    if (lockedDescendant) return refuse('selection_locked', { uuid: lockedDescendant.uuid });
  }
  return null;
}

/** The nearest ancestor of a block that is locked. */
function lockedAncestorOf({ blocks }: LockTree, block: Block): Block | null {
  let parentUuid = block.parentUuid;
  while (parentUuid !== undefined) {
    const parent = blocks.get(parentUuid);
    if (parent?.locked) return parent;
    parentUuid = parent?.parentUuid;
  }
  return null;
}
