import type { Block } from '../../model/Block.ts';
import { refuse, type Refusal } from '../../model/Result.ts';
import type { OpRejection } from '../protocol/codes.ts';
import type { Resolution } from './Resolution.ts';

/**
 * Refuses to edit a block if it or an ancestor is locked, or if someone else holds its lock.
 *
 * @param ignoresLocked whether `locked` does not count, as for undos and when all blocks of the
 *   page are replaced
 */
export function refuseEdit(
  op: Resolution,
  block: Block,
  ignoresLocked: boolean,
): Refusal<OpRejection> | null {
  const { records } = op;
  if (op.isLockedByOther(block.uuid)) return refuse('locked_by_other', { uuid: block.uuid });
  if (ignoresLocked) return null;
  // Only what was locked before the op, and still is, counts: an op may edit a block that it locks
  // or unlocks.
  let each: Block | undefined = records.before(block.uuid) ?? block;
  for (let depth = 0; each && depth < 64; depth++) {
    const now = records.blocks.get(each.uuid);
    if (each.locked && (!now || now.locked)) return refuse('block_locked', { uuid: each.uuid });
    each = each.parentUuid === undefined ? undefined : records.before(each.parentUuid);
  }
  return null;
}

/**
 * Refuses to add to a section or group if it or an ancestor was locked before the op and still is.
 */
export function refuseAddingTo(op: Resolution, uuid: string): Refusal<OpRejection> | null {
  const { records } = op;
  let each = records.blocks.get(uuid);
  for (let depth = 0; each && depth < 64; depth++) {
    if (each.locked && records.before(each.uuid)?.locked)
      return refuse('block_locked', { uuid: each.uuid });
    each = each.parentUuid === undefined ? undefined : records.blocks.get(each.parentUuid);
  }
  return null;
}
