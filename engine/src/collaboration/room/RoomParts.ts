import { resolveIntents } from '../intents/resolveIntents.ts';
import { ClientTable } from './ClientTable.ts';
import { LockTable } from './LockTable.ts';

/** What a room is put together from; the fuzz harness swaps in broken ones, to be caught. */
export interface RoomParts {
  readonly resolve: typeof resolveIntents;
  readonly createClients: () => ClientTable;
  readonly createLocks: (ownerEpoch: number, quietUntilMs: number) => LockTable;
}

export const roomParts: RoomParts = {
  resolve: resolveIntents,
  createClients: () => new ClientTable(),
  createLocks: (ownerEpoch, quietUntilMs) => new LockTable(ownerEpoch, quietUntilMs),
};
