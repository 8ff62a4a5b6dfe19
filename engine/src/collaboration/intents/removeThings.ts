import type { Block } from '../../model/Block.ts';
import { withPlace, placeOf } from '../../model/blockEdit.ts';
import { roundLength } from '../../editor/positions.ts';
import type { Refusal } from '../../model/Result.ts';
import type { OpRejection } from '../protocol/codes.ts';
import { refuseEdit, refuseFilling } from './lockRules.ts';
import type { Resolving } from './resolveIntents.ts';

/**
 * Removes blocks with all that they hold, be it added since: delete wins. A group that was dissolved
 * (removed without any of what it holds) gives what others have put there meanwhile to its parent.
 *
 * @param isReplay who undoes removes what they have put there themselves, though what holds it was
 *   locked since; what was locked itself stays, and so does what holds it
 */
export function removeThings(
  op: Resolving,
  removedUuids: readonly string[],
  isReplay: boolean,
): Refusal<OpRejection> | null {
  const { records } = op;
  const named = new Set(removedUuids);
  for (const uuid of removedUuids) {
    const block = records.blocks.get(uuid);
    if (!block) {
      // It may have gone with what held it, by this very op.
      if (!records.before(uuid)) op.gone.add(uuid);
      continue;
    }
    if (isReplay && isLeftToOthers(op, block)) {
      op.isModified = true;
      continue;
    }
    const children = [...records.childIds(uuid)];
    const isDissolved = children.length > 0 && !children.some((child) => named.has(child));
    if (isDissolved && block.parentUuid !== undefined) {
      const locked = refuseEdit(op, block, isReplay);
      if (locked) return locked;
      op.isModified = true;
      const held = refuseMovingOut(op, block.parentUuid, children);
      // Who undoes leaves a group in which someone else has locked something.
      if (held && isReplay) continue;
      if (held) return held;
      for (const child of children) moveOut(op, block, child);
      records.delete(uuid);
    } else {
      const refused = removeWhole(op, block, isReplay || op.whole.isReplaced);
      if (refused) return refused;
      if (children.some((child) => !named.has(child))) op.isModified = true;
    }
    op.hasEffect = true;
  }
  return null;
}

/** Whether an undo leaves a block alone: it, or something in it, was locked, or it is not one's own. */
function isLeftToOthers(op: Resolving, block: Block): boolean {
  if (isLockedSince(op, block)) return true;
  return (
    refuseEdit(op, block, false)?.code === 'block_locked' && !op.senderHistory.added(block.uuid)
  );
}

function isLockedSince(op: Resolving, block: Block): boolean {
  if (block.locked && !op.senderHistory.added(block.uuid)?.locked) return true;
  return [...op.records.childIds(block.uuid)].some((child) => {
    const held = op.records.blocks.get(child);
    return held !== undefined && isLockedSince(op, held);
  });
}

/** Why what others have put into a group must not be given to its parent: something is locked. */
function refuseMovingOut(
  op: Resolving,
  parentUuid: string,
  children: readonly string[],
): Refusal<OpRejection> | null {
  for (const child of children) {
    const block = op.records.blocks.get(child);
    const refused = block ? refuseEdit(op, block, false) : null;
    if (refused) return refused;
  }
  return refuseFilling(op, parentUuid);
}

function removeWhole(op: Resolving, block: Block, isReplay: boolean): Refusal<OpRejection> | null {
  const refused = refuseEdit(op, block, isReplay);
  if (refused) return refused;
  for (const child of [...op.records.childIds(block.uuid)]) {
    const held = op.records.blocks.get(child);
    const inside = held ? removeWhole(op, held, isReplay) : null;
    if (inside) return inside;
  }
  op.records.delete(block.uuid);
  return null;
}

function moveOut(op: Resolving, group: Block, child: string): void {
  const block = op.records.blocks.get(child);
  if (!block) return;
  const place = placeOf(block);
  op.records.put(
    withPlace(block, {
      ...place,
      parentUuid: group.parentUuid ?? null,
      x: roundLength(place.x + group.position.x),
      y: roundLength(place.y + group.position.y),
    }),
  );
}
