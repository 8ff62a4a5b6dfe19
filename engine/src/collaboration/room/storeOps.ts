import { CobbleError } from '../../model/CobbleError.ts';
import { refuse, type Refusal } from '../../model/Result.ts';
import type { resolveIntents } from '../merge/resolveIntents.ts';
import type { SenderHistory } from '../merge/Resolution.ts';
import { patchOf } from '../page/pagePatch.ts';
import type { OpRejection } from '../protocol/codes.ts';
import type { SentOp } from '../protocol/clientMessages.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import type { LockTable } from './LockTable.ts';
import type { OpQueue, QueuedOp } from './OpQueue.ts';
import type { RoomOptions } from './RoomOptions.ts';
import type { StoredPage } from './StoredPage.ts';

/** What ops are decided on with. */
export interface StoringContext {
  readonly options: RoomOptions;
  readonly resolve: typeof resolveIntents;
  readonly queue: OpQueue;
  readonly locks: LockTable;
  /** Reports an error to the host. Must not throw. */
  readonly report: (error: unknown) => void;
}

/** The result of storing a batch. */
export type StoringOutcome =
  | { readonly name: 'stored'; readonly entries: readonly StreamEntry[]; readonly sentMs: number }
  /** All ops were duplicates. */
  | { readonly name: 'nothing-new' }
  /** Another owner has taken the room over. */
  | { readonly name: 'moved' }
  /** The batch may be stored or not; the room must reopen its log. */
  | { readonly name: 'unknown' };

/** Returns the newest entries of the stream, those being stored included. */
type RecentEntries = () => readonly StreamEntry[];

/**
 * Decides on ops in order and stores all decisions in one append. Until the log responds, the page's
 * records are ahead of what is stored; discard them unless the outcome is `stored`.
 */
export async function storeOps(
  context: StoringContext,
  stored: StoredPage,
  batch: readonly QueuedOp[],
): Promise<StoringOutcome> {
  const { log, clock } = context.options;
  const { records, epoch } = stored;
  const head = stored.seq;
  records.begin();
  const entries = decideAll(context, stored, batch);
  if (entries.length === 0) {
    records.commit();
    return { name: 'nothing-new' };
  }
  const sentMs = clock.now();
  try {
    const outcome = await log.append({ epoch, head, entries });
    if (!outcome.ok) return { name: outcome.code === 'stale_epoch' ? 'moved' : 'unknown' };
  } catch {
    return { name: 'unknown' };
  }
  return { name: 'stored', entries, sentMs };
}

function decideAll(
  context: StoringContext,
  stored: StoredPage,
  batch: readonly QueuedOp[],
): StreamEntry[] {
  const { queue, report } = context;
  const { records, epoch } = stored;
  const entries: StreamEntry[] = [];
  const recent = (): StreamEntry[] => [...stored.recent, ...entries];
  for (const queued of batch) {
    if (queue.isDuplicate(queued)) continue;
    queue.decided(queued);
    records.seq = stored.seq + entries.length + 1;
    const { clientId, accountId, op } = queued;
    const head = { seq: records.seq, epoch, clientId, accountId, mid: op.mid };
    records.begin();
    try {
      const entry = decide(context, stored, queued, head, recent);
      records.commit();
      entries.push(entry);
    } catch (error) {
      // A bug of ours or of a kit rejects this op, and does not stop the room.
      records.rollBack();
      report(error);
      const details = error instanceof CobbleError ? { ...error.details, code: error.code } : {};
      entries.push({
        ...head,
        status: 'rejected',
        patch: {},
        code: 'invalid_block',
        details: { ...details, message: 'cannot be merged' },
      });
    }
  }
  return entries;
}

/** Resolves an op against the page as it is now, and applies it to the records. */
function decide(
  { options, resolve, locks }: StoringContext,
  { records }: StoredPage,
  { clientId, role, op }: QueuedOp,
  head: Pick<StreamEntry, 'seq' | 'epoch' | 'clientId' | 'accountId' | 'mid'>,
  recent: RecentEntries,
): StreamEntry {
  const isLockedByOther = (uuid: string): boolean => {
    const lock = locks.lockOn(uuid);
    return lock !== null && lock.clientId !== clientId;
  };
  const resolved =
    refuseLostLock(op, clientId, locks, recent, head.seq - 1) ??
    resolve(records, op.intents, {
      kits: options.kits ?? [],
      maxBlocks: options.maxBlocks ?? null,
      role,
      baseSeq: op.baseSeq,
      isLockedByOther,
      senderHistory: senderHistory(clientId, recent),
    });
  if (!resolved.ok) {
    const { code, details } = resolved;
    return { ...head, status: 'rejected', patch: {}, code, ...(details ? { details } : {}) };
  }
  const { status, change, gone } = resolved.value;
  const details = gone.length > 0 ? { details: { gone } } : {};
  return { ...head, status, patch: patchOf(change), ...details };
}

/**
 * Refuses a text that was edited under a lock that is lost, if someone else has written to the block
 * since. The author's client then keeps the text and offers it.
 */
function refuseLostLock(
  op: SentOp,
  clientId: string,
  locks: LockTable,
  recent: RecentEntries,
  headSeq: number,
): Refusal<OpRejection> | null {
  let written: WrittenSince | null = null;
  for (const [uuid, epoch] of Object.entries(op.locks ?? {})) {
    const lock = locks.lockOn(uuid);
    if (lock?.clientId === clientId && lock.epoch === epoch) continue;
    if (lock && lock.clientId !== clientId) return refuse('locked_by_other', { uuid });
    if (op.baseSeq >= headSeq) continue;
    written ??= writtenSince(op.baseSeq, clientId, recent());
    if (written.uuids.has(uuid) || !written.isComplete) return refuse('lock_lost', { uuid });
  }
  return null;
}

/** Blocks whose values others have written; incomplete if older entries are missing. */
interface WrittenSince {
  readonly uuids: ReadonlySet<string>;
  readonly isComplete: boolean;
}

function writtenSince(
  baseSeq: number,
  clientId: string,
  entries: readonly StreamEntry[],
): WrittenSince {
  const uuids = entries
    .filter((entry) => entry.seq > baseSeq && entry.clientId !== clientId)
    .flatMap(({ patch }) => patch.updated?.filter(({ values }) => values) ?? [])
    .map(({ uuid }) => uuid);
  return { uuids: new Set(uuids), isComplete: (entries[0]?.seq ?? Infinity) <= baseSeq + 1 };
}

/**
 * What a client has added, locked and removed, according to the newest entries of the stream: an op's claim
 * to be an undo is not trusted. Older entries are not attributed to anyone. Lazy.
 */
function senderHistory(clientId: string, recent: RecentEntries): SenderHistory {
  const newest = (matches: (entry: StreamEntry) => boolean): StreamEntry | undefined => {
    const entry = recent().findLast((each) => each.patch.whole !== undefined || matches(each));
    return entry?.clientId === clientId ? entry : undefined;
  };
  const isAdded = ({ patch }: StreamEntry, uuid: string): boolean =>
    patch.added?.some((each) => each.uuid === uuid) ?? false;
  const isLocked = ({ patch }: StreamEntry, uuid: string): boolean =>
    patch.updated?.some(
      (each) => each.uuid === uuid && each.values?.some(({ path }) => path[0] === 'locked'),
    ) ?? false;
  return {
    hasAdded: (uuid) => newest((entry) => isAdded(entry, uuid)) !== undefined,
    hasLocked: (uuid) =>
      newest((entry) => isAdded(entry, uuid) || isLocked(entry, uuid)) !== undefined,
    hasRemoved: (uuid) =>
      newest(({ patch }) => patch.removedUuids?.includes(uuid) ?? false) !== undefined,
  };
}
