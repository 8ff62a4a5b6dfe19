import { resolveIntents } from '../intents/resolveIntents.ts';
import { ROOM_LIMITS } from '../protocol/limits.ts';
import { ClientTable } from './ClientTable.ts';
import { LockTable } from './LockTable.ts';
import { OpIntake } from './OpIntake.ts';
import { openStored } from './openStored.ts';

/** What a room is put together from; the fuzz harness swaps in broken ones, to be caught. */
export interface RoomParts {
  readonly resolve: typeof resolveIntents;
  readonly openStored: typeof openStored;
  readonly createClients: () => ClientTable;
  readonly createIntake: (known: ClientTable) => OpIntake;
  readonly createLocks: (ownerEpoch: number, quietUntilMs: number) => LockTable;
  /** Ids of removed blocks that are kept. */
  readonly maxTombstones: number;
}

export const roomParts: RoomParts = {
  resolve: resolveIntents,
  openStored,
  createClients: () => new ClientTable(),
  createIntake: (known) => new OpIntake(known),
  createLocks: (ownerEpoch, quietUntilMs) => new LockTable(ownerEpoch, quietUntilMs),
  maxTombstones: ROOM_LIMITS.maxTombstones,
};
