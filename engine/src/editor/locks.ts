import type { Block } from '../model/Block.ts';
import { editBetween } from '../model/blockEdit.ts';
import type { Change } from '../model/Change.ts';
import type { NamedEdit } from '../model/NamedEdit.ts';
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

/**
 * The locks that must be removed before blocks can be edited: for each block itself, or else the
 * nearest locked group or section that it is in. Null if no block is given, or if one of them is not
 * locked. Locks of other users who are editing a block do not count.
 */
export function locksOf(
  blocks: ReadonlyMap<string, Block>,
  uuids: Iterable<string>,
): readonly string[] | null {
  const locks = new Set<string>();
  for (const uuid of uuids) {
    const block = blocks.get(uuid);
    const locked = block?.locked ? block : block && lockedAncestorOf({ blocks }, block);
    if (!locked) return null;
    locks.add(locked.uuid);
  }
  return locks.size === 0 ? null : [...locks];
}

/** The nearest ancestor of a block that is locked. */
function lockedAncestorOf({ blocks }: Pick<LockTree, 'blocks'>, block: Block): Block | null {
  let parentUuid = block.parentUuid;
  while (parentUuid !== undefined) {
    const parent = blocks.get(parentUuid);
    if (parent?.locked) return parent;
    parentUuid = parent?.parentUuid;
  }
  return null;
}

/** An edit in progress, and the locks of others that it may violate. */
interface LocksOfOthers extends Pick<LockTree, 'blocks' | 'lockedByOthers'> {
  readonly store: {
    readonly lockedSinceBegin: ReadonlySet<string>;
    pendingChange(): Change;
  };
}

/**
 * Refuses to commit an edit that changes a block which others have locked, or begun to edit, since
 * the edit began. Orders, locks and the heights of sections may still change, and commands on the
 * whole page or a section move locked blocks too.
 */
export function refuseLockedSinceBegin(
  { blocks, lockedByOthers, store }: LocksOfOthers,
  named: readonly NamedEdit[],
): Refusal<EditorRefusal> | null {
  const { lockedSinceBegin } = store;
  if (lockedByOthers.size + lockedSinceBegin.size === 0) return null;
  const { added, updated, removed } = store.pendingChange();
  const isReplaced = named.some(({ type }) => type === 'replace-page');
  const lockedAt = (uuid: string | undefined): boolean => {
    let each = uuid;
    while (each !== undefined) {
      if (lockedSinceBegin.has(each)) return true;
      each = (blocks.get(each) ?? removed[each])?.parentUuid;
    }
    return false;
  };
  const isRefused = (uuid: string): boolean => lockedByOthers.has(uuid) || lockedAt(uuid);
  for (const [uuid, [from, to]] of Object.entries(updated)) {
    if (isReplaced ? isRefused(uuid) : isRefusedUpdate(uuid, from, to))
      return refuse('block_locked', { uuid });
  }
  for (const uuid of Object.keys(removed))
    if (isRefused(uuid)) return refuse('block_locked', { uuid });
  for (const { uuid, parentUuid } of Object.values(added))
    if (lockedAt(parentUuid)) return refuse('block_locked', { uuid });
  return null;

  function isRefusedUpdate(uuid: string, from: Block, to: Block): boolean {
    const isEdited = lockedByOthers.has(uuid);
    if (!isEdited && !lockedAt(uuid) && !lockedAt(from.parentUuid)) return false;
    if (named.length > 0)
      return isEdited && (from.styles !== to.styles || from.content !== to.content);
    const { placement, values } = editBetween(from, to);
    const isFitted = to.parentUuid === undefined && from.position.width === to.position.width;
    return (
      values.some(({ path }) => path[0] !== 'locked') || (placement !== undefined && !isFitted)
    );
  }
}
