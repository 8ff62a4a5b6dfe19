import { type Block, MAX_GROUP_DEPTH } from '../../model/Block.ts';
import { equalJson } from '../../model/json.ts';
import type { Refusal } from '../../model/Result.ts';
import type { OpRejection } from '../protocol/codes.ts';
import { ROOM_LIMITS } from '../protocol/limits.ts';
import { measureAny } from '../protocol/measureJson.ts';
import type { Work } from '../Work.ts';
import { addThing } from './addThings.ts';
import type { Resolution } from './Resolution.ts';

/**
 * Restores blocks for an undo or redo. If its sender had not seen their removal, they return as they
 * were then, with what others had written to them, and with the blocks that were removed together
 * with them and that the sender did not know. Pauses at each block.
 *
 * @param things as the sender knew them
 * @param changed the ids of those that return in a state other than the one they were removed in
 */
export function* undoRemoval(
  op: Resolution,
  things: readonly Block[],
  changed: ReadonlySet<string>,
): Work<Refusal<OpRejection> | null> {
  const { records } = op;
  const asRemoved = things.filter(({ uuid }) => !changed.has(uuid));
  const removed = unseenRemovals(op, asRemoved);
  const restored = new Set<string>();
  /** Whether the parent of a removed block exists, or can be restored before it. */
  const hasPlace = (block: Block): boolean => {
    let each: Block | undefined = block;
    for (let depth = 0; each && depth <= MAX_GROUP_DEPTH + 1; depth++) {
      const { parentUuid }: Block = each;
      if (parentUuid === undefined || records.blocks.has(parentUuid)) return true;
      each = removed.get(parentUuid);
    }
    return false;
  };
  const restore = function* (block: Block): Work<Refusal<OpRejection> | null> {
    const parentsLast: Block[] = [];
    let each: Block | undefined = block;
    while (each && !restored.has(each.uuid)) {
      restored.add(each.uuid);
      parentsLast.push(each);
      each = removed.get(each.parentUuid ?? '');
    }
    for (const next of parentsLast.reverse()) {
      yield;
      const refused = addThing(op, next, true);
      if (refused) return refused;
    }
    return null;
  };
  for (const known of things) {
    const { parentUuid, position } = known;
    let block = removed.get(known.uuid) ?? known;
    // Its last parent may be gone for good.
    if (parentUuid !== undefined && !hasPlace(block)) block = { ...block, parentUuid, position };
    if (!equalJson(block, known)) op.isModified = true;
    const refused = yield* restore(block);
    if (refused) return refused;
  }
  for (const block of removed.values()) {
    if (restored.has(block.uuid) || !hasPlace(block)) continue;
    op.isModified = true;
    const refused = yield* restore(block);
    if (refused) return refused;
  }
  return null;
}

/**
 * The removed blocks among `things` whose removal the sender had not seen, and the blocks that it has
 * removed together with them, as they were then. Leaves out those that would add more than
 * `maxRestoredChars` in total to what the sender has sent.
 */
function unseenRemovals(
  { records: { blocks, tombstones }, baseSeq, senderHistory }: Resolution,
  things: readonly Block[],
): Map<string, Block> {
  const removed = new Map<string, Block>();
  let charsLeft: number = ROOM_LIMITS.maxRestoredChars;
  const restore = (block: Block, additionalChars: number): void => {
    if (additionalChars > charsLeft) return;
    charsLeft -= Math.max(0, additionalChars);
    removed.set(block.uuid, block);
  };
  const ownSeqs = new Set<number>();
  for (const known of things) {
    const { uuid } = known;
    const removal = tombstones.of(uuid);
    if (!removal?.block || removal.seq <= baseSeq || blocks.has(uuid)) continue;
    restore(removal.block, removal.chars - measureAny(known));
    if (senderHistory.hasRemoved(uuid)) ownSeqs.add(removal.seq);
  }
  if (ownSeqs.size === 0) return removed;
  const named = new Set(things.map(({ uuid }) => uuid));
  for (const { block, chars } of tombstones.unnamedBy(ownSeqs))
    if (block && !named.has(block.uuid) && senderHistory.hasRemoved(block.uuid))
      restore(block, chars);
  return removed;
}
