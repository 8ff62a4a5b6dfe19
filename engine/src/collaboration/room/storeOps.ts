import { CobbleError } from '../../model/CobbleError.ts';
import type { Clock } from '../Clock.ts';
import type { StreamHistory } from '../merge/StreamHistory.ts';
import { measurePatch, patchOf } from '../page/pagePatch.ts';
import { countUndoneRemovals } from '../protocol/intents.ts';
import type { PageSizes } from '../../permissions/pageSizes.ts';
import type { OpRejection } from '../protocol/codes.ts';
import type { SentOp } from '../protocol/clientMessages.ts';
import { type JsonMeasure, measureMemory } from '../protocol/measureJson.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import type { Work } from '../Work.ts';
import { checkLogResult } from './checkLogResult.ts';
import type { LockTable } from './LockTable.ts';
import type { OpQueue, QueuedOp } from './OpQueue.ts';
import type { StoredOp } from './RoomEvent.ts';
import type { RoomOptions } from './RoomOptions.ts';
import type { RoomParts } from './RoomParts.ts';
import type { MeasuredEntry, StoredPage } from './StoredPage.ts';
import { giveUp, Turns } from './Turns.ts';
import type { Budgets } from './WorkBudgets.ts';

const NO_LIMIT = { bytes: Infinity, values: Infinity };
const NOTHING: JsonMeasure = { chars: 0, memory: 0 };
const UNLIMITED: PageSizes = { page: NO_LIMIT, block: NO_LIMIT };

/** The largest number of ops stored in one batch. */
const MAX_BATCH = 500;
/**
 * A batch ends with the op that reaches this number of characters of patches: they are written as
 * JSON and stored together, and even a small op can restore large blocks.
 */
const MAX_BATCH_CHARS = 500_000;

/**
 * The time in ms after which the room stops working on one op: ten times what the largest op of an
 * editor takes, because a busy server is slower.
 */
const MAX_OP_MS = 15_000;

/** What deciding on ops and storing them needs. */
export interface StoringContext {
  readonly options: Omit<RoomOptions, 'clock'>;
  readonly clock: Clock;
  readonly parts: Pick<RoomParts, 'blocksPerTurn' | 'resolve'>;
  readonly queue: OpQueue;
  readonly locks: LockTable;
  /** Whether the room still works on the stored page. */
  readonly isCurrent: () => boolean;
  readonly budgets: Budgets;
  /** Reports an error to the host. Must not throw. */
  readonly report: (error: unknown) => void;
}

/** The result of storing a batch. */
export type StoringOutcome =
  | {
      readonly name: 'stored';
      readonly entries: readonly MeasuredEntry[];
      /** When the op of each entry arrived. */
      readonly arrivals: readonly number[];
      readonly sentMs: number;
      /** Whether more ops could have been decided on. */
      readonly isPartial: boolean;
    }
  /** All ops were duplicates, or their senders may no longer write. */
  | { readonly name: 'nothing-new' }
  /** Another owner has taken the room over. */
  | { readonly name: 'moved' }
  /** The batch may or may not be stored; the room must reopen its log. */
  | { readonly name: 'unknown' }
  /** The room was closed while ops were decided on. */
  | { readonly name: 'closed' };

/**
 * What a host is told about a stored batch.
 *
 * @param nowMs when everyone has been sent it
 */
export function storedOps(
  { entries, arrivals }: Extract<StoringOutcome, { name: 'stored' }>,
  nowMs: number,
): readonly StoredOp[] {
  return entries.map(({ entry: { accountId, status, code } }, index) => ({
    ...{ accountId, status, code },
    waitedMs: nowMs - (arrivals[index] ?? nowMs),
  }));
}

/**
 * Decides on the ops in the queue and stores the decisions in one append: as many ops as one turn
 * of the event loop has time for, within the limits of a batch. Only the first may take several
 * turns. Until the log responds, the page's records and history are ahead of what is stored; discard
 * them unless the outcome is `stored` or `nothing-new`.
 */
export async function storeOps(
  context: StoringContext,
  stored: StoredPage,
): Promise<StoringOutcome> {
  const { clock, parts, queue, budgets, isCurrent } = context;
  const { records, history, epoch } = stored;
  const entries: MeasuredEntry[] = [];
  const arrivals: number[] = [];
  const turns = new Turns(clock, parts.blocksPerTurn);
  records.begin();
  let chars = 0;
  const isFull = (): boolean =>
    entries.length === MAX_BATCH ||
    chars >= MAX_BATCH_CHARS ||
    (entries.length > 0 && turns.isOver);
  for (let queued = queue.first; queued && !isFull(); queued = queue.first) {
    if (queue.isDuplicate(queued)) {
      queue.skip();
      continue;
    }
    const { clientId, accountId, op, arrivedMs } = queued;
    records.seq = stored.seq + entries.length + 1;
    const head = { seq: records.seq, epoch, clientId, accountId, mid: op.mid };
    records.begin();
    const work = decide(context, stored, queued, head);
    const beforeMs = turns.workedMs;
    let decided = turns.run(work);
    let workedMs = turns.workedMs - beforeMs;
    budgets.spend(accountId, workedMs);
    if (!decided && entries.length === 0) {
      const release = budgets.hold(accountId);
      try {
        while (!decided) {
          if (workedMs > MAX_OP_MS) {
            decided = rejected(head, 'too_complex');
            break;
          }
          await turns.next();
          // The role of its sender may have changed; then the op was replaced or removed.
          if (!isCurrent() || queue.first !== queued) break;
          decided = turns.run(work);
          workedMs += turns.workedMs;
          budgets.spend(accountId, turns.workedMs);
        }
      } finally {
        release();
      }
    }
    giveUp(work);
    if (decided && decided.entry.status !== 'rejected') records.end();
    else records.rollBack();
    if (!isCurrent()) return { name: 'closed' };
    if (decided) {
      queue.decided();
      history.add(decided.entry);
      entries.push(decided);
      chars += decided.chars;
      arrivals.push(arrivedMs);
    }
  }
  records.end();
  // No await since the last decision: a role could change during it.
  return entries.length > 0 ? append(context, stored, entries, arrivals) : { name: 'nothing-new' };
}

async function append(
  { options: { log }, clock, queue, report }: StoringContext,
  { seq: head, epoch }: StoredPage,
  decided: readonly MeasuredEntry[],
  arrivals: readonly number[],
): Promise<StoringOutcome> {
  const entries = decided.map(({ entry }) => entry);
  const isPartial = queue.first !== undefined;
  const sentMs = clock.now();
  try {
    const outcome = checkLogResult('append', await log.append({ epoch, head, entries }));
    if (!outcome.ok) return { name: outcome.code === 'stale_epoch' ? 'moved' : 'unknown' };
  } catch (error) {
    report(error);
    return { name: 'unknown' };
  }
  return { name: 'stored', entries: decided, arrivals, sentMs, isPartial };
}

type EntryHead = Pick<StreamEntry, 'seq' | 'epoch' | 'clientId' | 'accountId' | 'mid'>;

/**
 * Decides on an op. An exception, in a kit for example, rejects the op and does not stop the room.
 */
function* decide(
  context: StoringContext,
  stored: StoredPage,
  queued: QueuedOp,
  head: EntryHead,
): Work<MeasuredEntry> {
  try {
    return yield* resolve(context, stored, queued, head);
  } catch (error) {
    context.report(error);
    const details = error instanceof CobbleError ? { ...error.details, code: error.code } : {};
    return rejected(head, 'invalid_block', { ...details, message: 'cannot be merged' });
  }
}

function rejected(head: EntryHead, code: OpRejection, details?: object): MeasuredEntry {
  const entry = { ...head, status: 'rejected' as const, patch: {}, code };
  if (!details) return { entry, ...NOTHING };
  const size = measureMemory(details) ?? NOTHING;
  return { entry: { ...entry, details: { ...details } }, ...size };
}

/** Resolves an op against the page as it is now, and applies it to the records. */
function* resolve(
  { options, parts, locks }: StoringContext,
  { records, history, size }: StoredPage,
  { clientId, role, op }: QueuedOp,
  head: EntryHead,
): Work<MeasuredEntry> {
  const isLockedByOther = (uuid: string): boolean => {
    const lock = locks.lockOn(uuid);
    return lock !== null && lock.clientId !== clientId;
  };
  const resolved = yield* parts.resolve(records, op.intents, {
    kits: options.kits ?? [],
    maxBlocks: options.maxBlocks ?? null,
    role,
    baseSeq: op.baseSeq,
    isLockedByOther,
    senderHistory: history.of((id) => id === clientId),
    lostLocks: lostLocksOf(op, clientId, locks, history, head.seq - 1),
  });
  if (!resolved.ok) return rejected(head, resolved.code, resolved.details);
  const { status, change, gone, code } = resolved.value;
  const details = gone.length > 0 ? { details: { gone } } : {};
  const patch = yield* patchOf(change);
  const patchSize = yield* measurePatch(patch);
  const detailsSize = measureMemory(details) ?? NOTHING;
  // Last, because it counts the op.
  const { maxSizes } = options;
  const isUndo = countUndoneRemovals(op.intents) > 0;
  const tooLarge = yield* size.add(change, maxSizes ?? UNLIMITED, isUndo);
  if (tooLarge) return rejected(head, tooLarge.code, tooLarge.details);
  return {
    entry: { ...head, status, patch, ...(code ? { code } : {}), ...details },
    chars: patchSize.chars + detailsSize.chars,
    memory: patchSize.memory + detailsSize.memory,
  };
}

/**
 * The locks under which texts of an op were edited and that are lost: someone else has the lock now
 * or has written to the block since. These texts are left out, and the author's client keeps them.
 */
function lostLocksOf(
  op: SentOp,
  clientId: string,
  locks: LockTable,
  history: StreamHistory,
  headSeq: number,
): ReadonlyMap<string, OpRejection> {
  const lost = new Map<string, OpRejection>();
  for (const [uuid, epoch] of Object.entries(op.locks ?? {})) {
    const lock = locks.lockOn(uuid);
    if (lock?.clientId === clientId && lock.epoch === epoch) continue;
    if (lock && lock.clientId !== clientId) lost.set(uuid, 'locked_by_other');
    else if (op.baseSeq < headSeq && history.mayHaveWrittenSince(op.baseSeq, clientId, uuid))
      lost.set(uuid, 'lock_lost');
  }
  return lost;
}
