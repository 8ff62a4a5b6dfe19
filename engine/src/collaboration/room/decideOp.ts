import { refuse, type Refusal } from '../../model/Result.ts';
import type { resolveIntents } from '../intents/resolveIntents.ts';
import { patchOf } from '../page/pagePatch.ts';
import type { PageRecords } from '../page/PageRecords.ts';
import type { OpRejection, RoomRole } from '../protocol/codes.ts';
import type { SentOp } from '../protocol/clientMessages.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import type { LockTable } from './LockTable.ts';
import { deedsOf } from './deedsOf.ts';
import type { RoomOptions } from './Room.ts';

/** An op that waits, with who has sent it. */
export interface WaitingOp {
  readonly clientId: string;
  readonly accountId: number;
  readonly role: RoomRole;
  readonly op: SentOp;
}

/** What is needed to decide on an op. */
export interface Deciding {
  readonly records: PageRecords;
  readonly locks: LockTable;
  readonly options: Pick<RoomOptions, 'kits' | 'maxBlocks'>;
  readonly resolve: typeof resolveIntents;
  /** The newest entries, those included that are about to be stored; without a gap. */
  readonly recent: () => readonly StreamEntry[];
}

/** Decides what becomes of an op on the page as it is now, and does it to the records. */
export function decideOp(
  { records, locks, options, resolve, recent }: Deciding,
  { clientId, accountId, role, op }: WaitingOp,
  at: { readonly seq: number; readonly epoch: number },
): StreamEntry {
  const head = { ...at, clientId, accountId, mid: op.mid };
  const isHeldByOther = (uuid: string): boolean => {
    const lock = locks.holderOf(uuid);
    return lock !== null && lock.clientId !== clientId;
  };
  const lost = lockLost(op, clientId, locks, recent, at.seq - 1);
  const resolved =
    lost ??
    resolve(records, op.intents, {
      kits: options.kits ?? [],
      maxBlocks: options.maxBlocks ?? null,
      role,
      baseSeq: op.baseSeq,
      isHeldByOther,
      deeds: deedsOf(clientId, recent),
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
 * Whether a text was edited under a lock that was lost, and someone else has written to the block
 * since: then what the person has typed is theirs to keep, and not forced on the other.
 */
function lockLost(
  op: SentOp,
  clientId: string,
  locks: LockTable,
  recent: () => readonly StreamEntry[],
  headSeq: number,
): Refusal<OpRejection> | null {
  for (const [uuid, epoch] of Object.entries(op.locks ?? {})) {
    const lock = locks.holderOf(uuid);
    if (lock?.clientId === clientId && lock.epoch === epoch) continue;
    if (lock && lock.clientId !== clientId) return refuse('locked_by_other', { uuid });
    if (op.baseSeq >= headSeq) continue;
    const entries = recent();
    const isKnown = (entries[0]?.seq ?? Infinity) <= op.baseSeq + 1;
    const isWritten = entries.some(
      (entry) =>
        entry.seq > op.baseSeq &&
        entry.clientId !== clientId &&
        (entry.patch.updated?.some((each) => each.uuid === uuid && each.values) ?? false),
    );
    if (isWritten || !isKnown) return refuse('lock_lost', { uuid });
  }
  return null;
}
