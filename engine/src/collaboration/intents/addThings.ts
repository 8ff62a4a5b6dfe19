import type { Block } from '../../model/Block.ts';
import { refuse, type Refusal } from '../../model/Result.ts';
import type { OpRejection } from '../protocol/codes.ts';
import { refuseFilling } from './lockRules.ts';
import type { Resolving } from './resolveIntents.ts';

/**
 * Adds blocks, or brings removed ones back. What was removed comes back by a restore alone; what is
 * to lie in something that is gone is rejected.
 */
export function addThings(
  op: Resolving,
  things: readonly Block[],
  isRestore: boolean,
): Refusal<OpRejection> | null {
  const { records } = op;
  for (const block of things) {
    const { uuid, parentUuid } = block;
    if (records.blocks.has(uuid)) {
      if (!isRestore) return refuse('block_exists', { uuid });
      // Somebody else was first to bring it back.
      op.isModified = true;
      continue;
    }
    if (!isRestore && records.tombstones.seqOf(uuid) !== undefined)
      return refuse('gone', { uuids: [uuid] });
    if (!isRestore && records.tombstones.isBeyondHorizon(op.baseSeq))
      return refuse('too_old', { uuid });
    const holder = typeof parentUuid === 'string' ? records.blocks.get(parentUuid) : undefined;
    if (parentUuid !== undefined && !holder) return refuse('gone', { uuids: [parentUuid] });
    // Who undoes puts back what they have removed, though what held it was locked since.
    const isFree = isRestore && op.senderHistory.hasRemoved(uuid);
    const locked = holder && !isFree ? refuseFilling(op, holder.uuid) : null;
    if (locked) return locked;
    // What this op meant of a block that it removed and brings back is said anew by the block.
    op.converted.delete(uuid);
    op.shrunk.delete(uuid);
    records.put(block);
    op.hasEffect = true;
  }
  return null;
}
