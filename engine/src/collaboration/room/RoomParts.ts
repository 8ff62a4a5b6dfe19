import { resolveInSteps } from '../merge/resolveIntents.ts';
import { ROOM_LIMITS } from '../protocol/limits.ts';
import { LockTable } from './LockTable.ts';
import { OpQueue } from './OpQueue.ts';
import { restorePage } from './restorePage.ts';
import { BLOCKS_PER_TURN } from './Turns.ts';

/** The parts of a room that tests replace, with faulty ones for example. */
export interface RoomParts {
  readonly resolve: typeof resolveInSteps;
  readonly restorePage: typeof restorePage;
  readonly createQueue: () => OpQueue;
  readonly createLocks: (...args: ConstructorParameters<typeof LockTable>) => LockTable;
  /** The number of ids of removed blocks to remember. */
  readonly maxTombstones: number;
  /** The size of the parts of large ops. */
  readonly partChars: number;
  /** The number of blocks to work on before other work of the process gets a turn. */
  readonly blocksPerTurn: number;
}

export const ROOM_PARTS: RoomParts = {
  resolve: resolveInSteps,
  restorePage,
  createQueue: () => new OpQueue(),
  createLocks: (...args) => new LockTable(...args),
  maxTombstones: ROOM_LIMITS.maxTombstones,
  partChars: ROOM_LIMITS.partChars,
  blocksPerTurn: BLOCKS_PER_TURN,
};
