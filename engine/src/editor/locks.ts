import type { Block } from '../model/Block.ts';
import { type Refusal, refuse } from '../model/Result.ts';
import type { EditorRefusal } from './EditorRefusal.ts';

/** What locks are looked up in: an editor's state, or what stands for it in a gesture. */
export interface LockTree {
  readonly blocks: ReadonlyMap<string, Block>;
  /** Blocks that others are editing just now. */
  readonly lockedByOthers: ReadonlySet<string>;
  readonly layout: {
    /** Ids of what holds a block, from the nearest to its section. */
    ancestorsOf(uuid: string): readonly string[];
    /** Blocks and all that they hold. */
    withDescendants(uuids: Iterable<string>): readonly Block[];
  };
}

/**
 * Why blocks must not be changed, or null: one of them is unknown, or it is locked, or what holds
 * it is, or somebody else is editing it. For what moves or removes a block whole (`deep`), what it holds counts too.
 */
export function refuseLocked(
  state: LockTree,
  uuids: readonly string[],
  options: { deep?: boolean } = {},
): Refusal<EditorRefusal> | null {
  const code = uuids.length === 1 ? 'block_locked' : 'selection_locked';
  // Those that lie together are asked for one after the other, by the thousand.
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
