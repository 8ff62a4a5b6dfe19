import type { Block } from '../../model/Block.ts';
import { type Change, isEmptyChange, squashChanges } from '../../model/Change.ts';
import { deepFreeze, equalJson } from '../../model/json.ts';
import type { Position } from '../../model/Position.ts';
import { withPosition } from '../blockPosition.ts';

/** A position as it is, and as it would be without the forgotten blocks. */
interface Positions {
  readonly is: Position;
  readonly without: Position;
}

/** A block before and after an entry; null where it is not on the page. */
export interface PositionStep {
  readonly from: Positions | null;
  readonly to: Positions | null;
  /** After the entry, or before if the entry removes it. */
  readonly record: Block;
}

/** What becomes of positions in an entry without the forgotten blocks, by id. */
export type EntryPositions = ReadonlyMap<string, PositionStep>;

/** The change of an entry with other positions. Empty if nothing is left of it. */
export function withPositions(change: Change, positions: EntryPositions): Change {
  // Nothing of the entry is in effect, so neither are its positions.
  if (isEmptyChange(change)) return change;
  const updated = new Map(Object.entries(change.updated));
  const added = new Map(Object.entries(change.added));
  const removed = new Map(Object.entries(change.removed));
  for (const [uuid, { from, to, record }] of positions) {
    const [pair, created, deleted] = [updated.get(uuid), added.get(uuid), removed.get(uuid)];
    if (created) added.set(uuid, replaced(created, to));
    else if (deleted) removed.set(uuid, replaced(deleted, from));
    else if (pair) updated.set(uuid, [replaced(pair[0], from), replaced(pair[1], to)]);
    else if (from && to && !equalJson(from.without, to.without))
      updated.set(uuid, [at(record, from.without), at(record, to.without)]);
  }
  return squashChanges([
    {
      added: Object.fromEntries(added),
      updated: Object.fromEntries(updated),
      removed: Object.fromEntries(removed),
      ...(change.page ? { page: change.page } : {}),
    },
  ]);
}

function replaced(block: Block, positions: Positions | null): Block {
  return positions && equalJson(block.position, positions.is)
    ? at(block, positions.without)
    : block;
}

function at(block: Block, position: Position): Block {
  return deepFreeze(withPosition(block, position));
}
