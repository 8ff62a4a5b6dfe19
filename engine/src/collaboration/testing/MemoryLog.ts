import type { Clock } from '../Clock.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import type { AppendOutcome, OpenedRoom, RoomLog, RoomSnapshot } from '../room/RoomLog.ts';
import type { SimProcess } from './SimProcess.ts';

/** Deliberate bugs in a log. */
export interface LogFaults {
  readonly ignoresEpoch?: boolean;
  readonly ignoresDuplicates?: boolean;
  /** Confirms an append before storing it. */
  readonly respondsEarly?: boolean;
}

/**
 * A room's log in memory. Each call takes a hop there and a hop back, so that its caller can crash
 * before or after the call takes effect.
 */
export class MemoryLog {
  readonly entries: StreamEntry[] = [];
  readonly snapshots: RoomSnapshot[];
  readonly first: RoomSnapshot;
  private epoch = 0;
  private isOwned = false;
  private ownerSeenMs = 0;
  private readonly accounts = new Map<string, { lastMid: number; accountId: number }>();
  private readonly waiting: { seq: number; run: () => void }[] = [];
  private readonly hop: (label: string) => Promise<unknown>;
  private readonly clock: Clock;
  private readonly faults: LogFaults;

  constructor(
    page: unknown,
    clock: Clock,
    hop: (label: string) => Promise<unknown>,
    faults: LogFaults = {},
  ) {
    this.first = { seq: 0, page, removed: [], horizonSeq: 0 };
    this.snapshots = [this.first];
    this.clock = clock;
    this.hop = hop;
    this.faults = faults;
  }

  /** Calls `run` once an entry is stored. */
  whenStored(seq: number, run: () => void): void {
    if (this.entries.length >= seq) run();
    else this.waiting.push({ seq, run });
  }

  /** The log as seen from a process. */
  of(process: SimProcess): RoomLog {
    const call = async <Value>(label: string, act: () => Value): Promise<Value> => {
      await process.running();
      await this.hop(`${label} request`);
      const value = act();
      await this.hop(`${label} response`);
      await process.running();
      return value;
    };
    const append = (batch: Parameters<RoomLog['append']>[0]): Promise<AppendOutcome> => {
      const stored = call('append', () => this.append(batch));
      return this.faults.respondsEarly ? Promise.resolve({ ok: true }) : stored;
    };
    return {
      open: () => call('open', () => this.open()),
      append,
      renew: (epoch) =>
        call('renew', () => {
          if (epoch === this.epoch) this.ownerSeenMs = this.clock.now();
          return epoch === this.epoch || this.faults.ignoresEpoch === true;
        }),
      close: (epoch) =>
        call('close', () => {
          if (epoch === this.epoch) this.isOwned = false;
        }),
      entriesAfter: (seq) => call('entries', () => this.entries.slice(seq)),
      clientState: (clientId) => call('client', () => this.accounts.get(clientId) ?? null),
      entriesOf: (clientId, afterMid) =>
        call('entriesOf', () =>
          this.entries.filter((entry) => entry.clientId === clientId && entry.mid > afterMid),
        ),
      saveSnapshot: (snapshot) => call('snapshot', () => void this.snapshots.push(snapshot)),
    };
  }

  private open(): OpenedRoom {
    const previousOwnerQuietMs = this.isOwned ? this.clock.now() - this.ownerSeenMs : null;
    this.epoch += 1;
    this.isOwned = true;
    this.ownerSeenMs = this.clock.now();
    const newest = this.snapshots.reduce((a, b) => (b.seq > a.seq ? b : a), this.first);
    const entries = this.entries.slice(newest.seq);
    return { epoch: this.epoch, snapshot: newest, entries, previousOwnerQuietMs };
  }

  private append({ epoch, head, entries }: Parameters<RoomLog['append']>[0]): AppendOutcome {
    if (epoch !== this.epoch && !this.faults.ignoresEpoch)
      return { ok: false, code: 'stale_epoch' };
    if (head !== this.entries.length && !this.faults.ignoresEpoch)
      return { ok: false, code: 'conflict' };
    const isStored = ({ clientId, mid }: StreamEntry): boolean =>
      mid <= (this.accounts.get(clientId)?.lastMid ?? 0);
    if (!this.faults.ignoresDuplicates && entries.some(isStored))
      return { ok: false, code: 'conflict' };
    this.ownerSeenMs = this.clock.now();
    for (const entry of entries) {
      this.entries.push(JSON.parse(JSON.stringify(entry)) as StreamEntry);
      this.accounts.set(entry.clientId, { lastMid: entry.mid, accountId: entry.accountId });
    }
    for (const each of this.waiting.splice(0)) this.whenStored(each.seq, each.run);
    return { ok: true };
  }
}
