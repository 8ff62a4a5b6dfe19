import { migrateKitBlock } from '../../blocks/migrateKitBlock.ts';
import type { Block } from '../../model/Block.ts';
import { equalJson } from '../../model/json.ts';
import { refuse, type Refusal } from '../../model/Result.ts';
import type { OpRejection } from '../protocol/codes.ts';
import type { Work } from '../Work.ts';
import { refuseAddingTo } from './lockRules.ts';
import type { Resolution } from './Resolution.ts';

/**
 * Adds blocks, or restores removed ones. An added block must not have been removed before, and the
 * parent of a block must exist. Content of older versions of kits is migrated. Pauses at each
 * block.
 */
export function* addThings(
  op: Resolution,
  things: readonly Block[],
  isRestore: boolean,
): Work<Refusal<OpRejection> | null> {
  for (const block of things) {
    yield;
    const refused = addThing(op, block, isRestore);
    if (refused) return refused;
  }
  return null;
}

/** Adds or restores one block. */
export function addThing(
  op: Resolution,
  block: Block,
  isRestore: boolean,
): Refusal<OpRejection> | null {
  const { records } = op;
  const { uuid, parentUuid } = block;
  const existing = records.blocks.get(uuid);
  if (existing) {
    if (!isRestore) return refuse('block_exists', { uuid });
    // Someone else has restored it, perhaps with another text.
    op.isModified = true;
    if (!equalJson(existing.content, block.content)) op.lostTexts.set(uuid, null);
    return null;
  }
  if (!isRestore && records.tombstones.of(uuid)) return refuse('gone', { uuids: [uuid] });
  if (!isRestore && records.tombstones.isBeyondHorizon(op.baseSeq))
    return refuse('too_old', { uuid });
  const parent = typeof parentUuid === 'string' ? records.blocks.get(parentUuid) : undefined;
  if (parentUuid !== undefined && !parent) return refuse('gone', { uuids: [parentUuid] });
  // An undo restores what its sender removed even if the parent has been locked since.
  const isUndo = isRestore && op.senderHistory.hasRemoved(uuid);
  const locked = parent && !isUndo ? refuseAddingTo(op, parent.uuid) : null;
  if (locked) return locked;
  // What the op changed before it removed the block no longer applies.
  op.converted.delete(uuid);
  op.shrunk.delete(uuid);
  const { block: migrated } = migrateKitBlock(block, op.kits);
  if (migrated !== block) op.isModified = true;
  records.put(migrated);
  op.hasEffect = true;
  return null;
}
