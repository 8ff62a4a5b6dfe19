import { inputError } from '../../model/inputError.ts';
import { copyJson, ENVELOPE_DEPTH, isRecord } from '../../model/json.ts';
import type { Clock } from '../Clock.ts';
import { checkSharedOptions } from '../checkMethods.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import type { AppendOutcome, OpenedRoom, RoomLog, RoomSnapshot } from './RoomLog.ts';

/** Options of {@link createMemoryLog}. */
export interface MemoryLogOptions {
  /** The page that the room begins with, as JSON. */
  readonly page: unknown;
  readonly clock: Clock;
}

/**
 * Creates a room's log in memory, for examples, tests, and pages that need not outlive the process.
 * All servers of the room use the same object. It keeps every entry.
 *
 * @throws CobbleError `input_invalid` (details: `path`) for an option that is missing, unknown or of the
 *   wrong type, such as a page without `things`
 */
export function createMemoryLog(options: MemoryLogOptions): RoomLog {
  checkSharedOptions(options, ['page', 'clock']);
  const { page } = options;
  if (!isRecord(page) || !isRecord(page['things']))
    throw inputError('options.page', 'must be a page, as an object with things');
  const log = new MemoryLog(options.page, options.clock);
  return {
    open: () => Promise.resolve(log.open()),
    append: (batch) => Promise.resolve(log.append(batch)),
    renew: (epoch) => Promise.resolve(log.renew(epoch)),
    close: (epoch) => {
      log.close(epoch);
      return Promise.resolve();
    },
    entriesAfter: (seq) => Promise.resolve(log.entriesAfter(seq)),
    clientState: (clientId) => Promise.resolve(log.clientState(clientId)),
    entriesOf: (clientId, afterMid) => Promise.resolve(log.entriesOf(clientId, afterMid)),
    saveSnapshot: (snapshot) => {
      log.saveSnapshot(snapshot);
      return Promise.resolve();
    },
  };
}

/** A room's log in memory. Its calls return at once; {@link RoomLog} documents them. */
export class MemoryLog {
  readonly entries: StreamEntry[] = [];
  readonly snapshots: RoomSnapshot[];
  /** The snapshot of the page that the log was created with. */
  readonly first: RoomSnapshot;
  private readonly clock: Clock;
  private epoch = 0;
  private isOwned = false;
  private ownerSeenMs = 0;
  private readonly clients = new Map<string, { lastMid: number; accountId: number }>();

  constructor(page: unknown, clock: Clock) {
    this.first = { seq: 0, page, removed: [], horizonSeq: 0 };
    this.snapshots = [this.first];
    this.clock = clock;
  }

  open(): OpenedRoom {
    const previousOwnerQuietMs = this.isOwned
      ? Math.max(0, this.clock.now() - this.ownerSeenMs)
      : null;
    this.epoch += 1;
    this.isOwned = true;
    this.seeOwner();
    const snapshot = this.snapshots.reduce((a, b) => (b.seq > a.seq ? b : a));
    const entries = this.entries.slice(snapshot.seq);
    return { epoch: this.epoch, snapshot, entries, previousOwnerQuietMs };
  }

  append({ epoch, head, entries }: Parameters<RoomLog['append']>[0]): AppendOutcome {
    if (!this.isOwner(epoch)) return { ok: false, code: 'stale_epoch' };
    if (!this.isNext(head) || entries.some((entry) => this.isStored(entry)))
      return { ok: false, code: 'conflict' };
    this.seeOwner();
    for (const entry of entries) {
      this.entries.push(copyJson(entry, { depth: ENVELOPE_DEPTH }) as StreamEntry);
      this.clients.set(entry.clientId, { lastMid: entry.mid, accountId: entry.accountId });
    }
    return { ok: true };
  }

  renew(epoch: number): boolean {
    const isOwner = this.isOwner(epoch);
    if (isOwner) this.seeOwner();
    return isOwner;
  }

  close(epoch: number): void {
    if (this.isOwner(epoch)) this.isOwned = false;
  }

  entriesAfter(seq: number): readonly StreamEntry[] {
    return this.entries.slice(seq);
  }

  clientState(clientId: string): { readonly lastMid: number; readonly accountId: number } | null {
    return this.clients.get(clientId) ?? null;
  }

  entriesOf(clientId: string, afterMid: number): readonly StreamEntry[] {
    return this.entries.filter((entry) => entry.clientId === clientId && entry.mid > afterMid);
  }

  saveSnapshot(snapshot: RoomSnapshot): void {
    if (this.snapshots.every(({ seq }) => seq < snapshot.seq)) this.snapshots.push(snapshot);
  }

  protected isNext(head: number): boolean {
    return head === this.entries.length;
  }

  protected isOwner(epoch: number): boolean {
    return epoch === this.epoch;
  }

  protected isStored({ clientId, mid }: StreamEntry): boolean {
    return mid <= (this.clients.get(clientId)?.lastMid ?? 0);
  }

  private seeOwner(): void {
    this.ownerSeenMs = this.clock.now();
  }
}
