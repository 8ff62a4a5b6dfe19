import { CobbleError } from '../../model/CobbleError.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import type { ClientTable } from './ClientTable.ts';
import { decideOp, type WaitingOp } from './decideOp.ts';
import type { LockTable } from './LockTable.ts';
import type { RoomOptions } from './Room.ts';
import type { RoomParts } from './RoomParts.ts';
import type { StoredPage } from './StoredPage.ts';

/** What ops are decided on with. */
export interface StoringContext {
  readonly options: RoomOptions;
  readonly parts: RoomParts;
  readonly known: ClientTable;
  readonly locks: LockTable;
  /** Tells the host that something has thrown; throws nothing itself. */
  readonly report: (error: unknown) => void;
}

/** What the log has said to what was decided. */
export type StoringOutcome =
  | { readonly name: 'stored'; readonly entries: readonly StreamEntry[]; readonly askedMs: number }
  /** All of them were known already. */
  | { readonly name: 'nothing-new' }
  /** Another owner has taken the room over. */
  | { readonly name: 'moved' }
  /** It may be stored or not; only the log can tell. */
  | { readonly name: 'unknown' };

/**
 * Decides on ops in order, each once, and stores what was decided in one go. Until the log has
 * answered, the page's records are ahead of what is stored; unless it answers 'stored', they must
 * not be used any more.
 */
export async function storeOps(
  context: StoringContext,
  stored: StoredPage,
  batch: readonly WaitingOp[],
): Promise<StoringOutcome> {
  const { log, clock } = context.options;
  const { records, epoch } = stored;
  const head = stored.seq;
  records.begin();
  const entries = decideAll(context, stored, batch);
  if (entries.length === 0) {
    records.keep();
    return { name: 'nothing-new' };
  }
  const askedMs = clock.now();
  try {
    const outcome = await log.append({ epoch, head, entries });
    if (!outcome.ok) return { name: outcome.code === 'stale_epoch' ? 'moved' : 'unknown' };
  } catch {
    return { name: 'unknown' };
  }
  return { name: 'stored', entries, askedMs };
}

function decideAll(
  { options, parts, known, locks, report }: StoringContext,
  stored: StoredPage,
  batch: readonly WaitingOp[],
): StreamEntry[] {
  const { records, epoch } = stored;
  const entries: StreamEntry[] = [];
  const recent = (): StreamEntry[] => [...stored.recent, ...entries];
  const deciding = { records, locks, options, resolve: parts.resolve, recent };
  for (const waiting of batch) {
    const { clientId, op } = waiting;
    if (known.isDuplicate(clientId, op.mid)) continue;
    known.took(clientId, op.mid);
    records.seq = stored.seq + entries.length + 1;
    const at = { seq: records.seq, epoch };
    records.begin();
    try {
      const entry = decideOp(deciding, waiting, at);
      records.keep();
      entries.push(entry);
    } catch (error) {
      // A mistake of ours or of a kit's: it must cost this op alone, and not all who are in the room.
      records.rollBack();
      report(error);
      entries.push(rejectedEntry(waiting, at, error));
    }
  }
  return entries;
}

function rejectedEntry(
  { clientId, accountId, op }: WaitingOp,
  at: Pick<StreamEntry, 'seq' | 'epoch'>,
  error: unknown,
): StreamEntry {
  const details = error instanceof CobbleError ? { ...error.details, code: error.code } : {};
  const message = 'cannot be decided on';
  return {
    ...{ ...at, clientId, accountId, mid: op.mid },
    ...{ status: 'rejected', patch: {}, code: 'invalid_block', details: { ...details, message } },
  };
}
