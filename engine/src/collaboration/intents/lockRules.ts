import type { Block } from '../../model/Block.ts';
import { refuse, type Refusal } from '../../model/Result.ts';
import type { OpRejection } from '../protocol/codes.ts';
import type { Resolving } from './resolveIntents.ts';

/**
 * Why a block must not be edited: it, or what holds it, is locked, or someone else is editing it.
 *
 * @param isFree whether locks of the page do not count: who undoes, or converts the page as a whole
 */
export function refuseEdit(
  op: Resolving,
  block: Block,
  isFree: boolean,
): Refusal<OpRejection> | null {
  const { records } = op;
  if (op.isLockedByOther(block.uuid)) return refuse('locked_by_other', { uuid: block.uuid });
  if (isFree) return null;
  // How it was before the op: an op that unlocks a block may go on to change it.
  let at: Block | undefined = records.before(block.uuid) ?? block;
  for (let depth = 0; at && depth < 64; depth++) {
    const now = records.blocks.get(at.uuid);
    if (at.locked && (!now || now.locked)) return refuse('block_locked', { uuid: at.uuid });
    at = at.parentUuid === undefined ? undefined : records.before(at.parentUuid);
  }
  return null;
}

/**
 * Why nothing must be put into a section or group: it, or what holds it, was locked before the op
 * and still is.
 */
export function refuseFilling(op: Resolving, uuid: string): Refusal<OpRejection> | null {
  const { records } = op;
  let at = records.blocks.get(uuid);
  for (let depth = 0; at && depth < 64; depth++) {
    if (at.locked && records.before(at.uuid)?.locked)
      return refuse('block_locked', { uuid: at.uuid });
    at = at.parentUuid === undefined ? undefined : records.blocks.get(at.parentUuid);
  }
  return null;
}
