import { type Block, MAX_GROUP_DEPTH } from '../../model/Block.ts';
import { withPlacement, placementOf } from '../../model/blockEdit.ts';
import { refuse, type Refusal } from '../../model/Result.ts';
import type { OpRejection } from '../protocol/codes.ts';
import type { Work } from '../Work.ts';
import { refuseEdit, refuseAddingTo } from './lockRules.ts';
import type { Resolution } from './Resolution.ts';
import { roundLength } from '../../model/Position.ts';

/**
 * More levels than blocks are nested on any valid page. During an op they may be: it may have put a
 * group inside itself, which is only found at its end.
 */
const MAX_LEVELS = MAX_GROUP_DEPTH + 2;

/**
 * Removes blocks with all their descendants, including blocks added since: removal wins. If a group is
 * dissolved (removed without any of its children), children that others have added move to its
 * parent. Pauses at each block.
 *
 * @param isReplay whether this is an undo or redo. It removes the sender's own blocks even if an
 *   ancestor has been locked since; a block that someone else has locked since stays, with its
 *   ancestors, and so does a section or group with blocks that others have put in it since, unless
 *   they can move to its parent
 */
export function* removeThings(
  op: Resolution,
  removedUuids: readonly string[],
  isReplay: boolean,
): Work<Refusal<OpRejection> | null> {
  const { records } = op;
  const named = new Set(removedUuids);
  for (const uuid of named) {
    yield;
    const block = records.blocks.get(uuid);
    if (!block) {
      // This op may have removed it with an ancestor.
      if (!records.before(uuid)) op.gone.add(uuid);
      continue;
    }
    if (isReplay && mustKeep(op, block)) {
      op.isModified = true;
      continue;
    }
    const children = [...records.childIds(uuid)];
    const isDissolved = children.length > 0 && !children.some((child) => named.has(child));
    if (isDissolved && block.parentUuid !== undefined) {
      const locked = refuseEdit(op, block, isReplay);
      if (locked) return locked;
      op.isModified = true;
      const refused = refuseMovingOut(op, block.parentUuid, children);
      // An undo keeps a group in which someone else has locked a block.
      if (refused && isReplay) continue;
      if (refused) return refused;
      for (const child of children) moveOut(op, block, child);
      records.delete(uuid);
    } else if (isReplay && containsUnnamed(op, block, named)) {
      op.isModified = true;
      continue;
    } else {
      const refused = yield* removeWhole(op, block, named, isReplay);
      if (refused) return refused;
      if (children.some((child) => !named.has(child))) op.isModified = true;
    }
    op.hasEffect = true;
  }
  return null;
}

/**
 * Whether an undo must keep a block: others have locked it or a descendant, or it or an ancestor is
 * locked and the sender did not add it.
 */
function mustKeep(op: Resolution, block: Block): boolean {
  if (isLockedByOthers(op, block)) return true;
  return (
    refuseEdit(op, block, false)?.code === 'block_locked' && !op.senderHistory.hasAdded(block.uuid)
  );
}

/** Whether a section or group contains blocks that the op does not remove itself. */
function containsUnnamed(
  op: Resolution,
  { uuid }: Block,
  named: ReadonlySet<string>,
  levels = 0,
): boolean {
  if (levels > MAX_LEVELS) return false;
  return [...op.records.childIds(uuid)].some((child) => {
    const inner = op.records.blocks.get(child);
    return (
      !named.has(child) || (inner !== undefined && containsUnnamed(op, inner, named, levels + 1))
    );
  });
}

function isLockedByOthers(op: Resolution, block: Block, levels = 0): boolean {
  if (levels > MAX_LEVELS) return false;
  if (block.locked && !op.senderHistory.hasLocked(block.uuid)) return true;
  return [...op.records.childIds(block.uuid)].some((child) => {
    const inner = op.records.blocks.get(child);
    return inner !== undefined && isLockedByOthers(op, inner, levels + 1);
  });
}

/** Refuses to move a group's children to its parent if one of them or the parent is locked. */
function refuseMovingOut(
  op: Resolution,
  parentUuid: string,
  children: readonly string[],
): Refusal<OpRejection> | null {
  for (const child of children) {
    const block = op.records.blocks.get(child);
    const refused = block ? refuseEdit(op, block, false) : null;
    if (refused) return refused;
  }
  return refuseAddingTo(op, parentUuid);
}

function* removeWhole(
  op: Resolution,
  block: Block,
  named: ReadonlySet<string>,
  isReplay: boolean,
  levels = 0,
): Work<Refusal<OpRejection> | null> {
  if (levels > MAX_LEVELS) return refuse('cycle', { uuid: block.uuid });
  const refused = refuseEdit(op, block, isReplay);
  if (refused) return refused;
  for (const child of [...op.records.childIds(block.uuid)]) {
    const inner = op.records.blocks.get(child);
    const innerRefused = inner ? yield* removeWhole(op, inner, named, isReplay, levels + 1) : null;
    if (innerRefused) return innerRefused;
  }
  op.records.delete(block.uuid, named.has(block.uuid));
  yield;
  return null;
}

function moveOut(op: Resolution, group: Block, child: string): void {
  const block = op.records.blocks.get(child);
  if (!block) return;
  const position = placementOf(block);
  op.records.put(
    withPlacement(block, {
      ...position,
      parentUuid: group.parentUuid ?? null,
      x: roundLength(position.x + group.position.x),
      y: roundLength(position.y + group.position.y),
    }),
  );
}
