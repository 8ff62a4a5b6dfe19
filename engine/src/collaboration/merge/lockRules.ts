import type { Block } from '../../model/Block.ts';
import { refuse, type Refusal } from '../../model/Result.ts';
import type { PageRecords } from '../page/PageRecords.ts';
import type { OpRejection } from '../protocol/codes.ts';
import type { Intent, ThingUpdate } from '../protocol/intents.ts';
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

/** Whether an update changes only what locks permit: an order, a lock, or a section's height. */
export function isFreeOfLocks(
  { parentUuid, position: now }: Block,
  { position, values = [] }: ThingUpdate,
): boolean {
  const onlyLocks = values.every(({ path }) => path.length === 1 && path[0] === 'locked');
  const onlyFits = parentUuid === undefined && position?.width === now.width;
  return onlyLocks && (!position || onlyFits);
}

/** The locked blocks because of which the room would reject these intents. */
export function locksInTheWay(intents: readonly Intent[], records: PageRecords): Set<string> {
  const edited: (string | null | undefined)[] = [];
  for (const intent of intents) {
    if (intent.type === 'add-things' || intent.type === 'restore-things')
      for (const { parentUuid } of intent.things as unknown as Block[]) edited.push(parentUuid);
    else if (intent.type === 'remove-things') edited.push(...intent.removedUuids);
    else if (intent.type === 'update-things')
      for (const update of intent.updated) {
        const block = records.blocks.get(update.uuid);
        if (block && !isFreeOfLocks(block, update))
          edited.push(update.uuid, update.position?.parentUuid);
      }
  }
  return lockedAmong(edited, records);
}

/** The locked blocks among these and their ancestors. */
export function lockedAmong(
  uuids: Iterable<string | null | undefined>,
  { blocks }: PageRecords,
): Set<string> {
  const locked = new Set<string>();
  for (const uuid of uuids) {
    let each = blocks.get(uuid ?? '');
    for (let depth = 0; each && depth < 64; depth++) {
      if (each.locked) locked.add(each.uuid);
      each = each.parentUuid === undefined ? undefined : blocks.get(each.parentUuid);
    }
  }
  return locked;
}
