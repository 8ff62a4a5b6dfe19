import type { Clock } from '../Clock.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import { MemoryLog } from '../room/MemoryLog.ts';
import type { AppendOutcome, RoomLog, RoomSnapshot } from '../room/RoomLog.ts';
import type { SimProcess } from './SimProcess.ts';

/** Deliberate bugs in a log. */
export interface LogFaults {
  readonly ignoresEpoch?: boolean;
  readonly ignoresDuplicates?: boolean;
  /** Confirms an append before storing it. */
  readonly respondsEarly?: boolean;
}

/**
 * A room's log in a simulation. Each call takes a hop there and a hop back, so that its caller can
 * crash before or after the call takes effect.
 */
export class SimLog {
  private readonly log: FaultyLog;
  private readonly waiting: { seq: number; run: () => void }[] = [];
  private readonly hop: (label: string) => Promise<unknown>;
  private readonly faults: LogFaults;

  constructor(
    page: unknown,
    clock: Clock,
    hop: (label: string) => Promise<unknown>,
    faults: LogFaults = {},
  ) {
    this.log = new FaultyLog(page, clock, faults);
    this.hop = hop;
    this.faults = faults;
  }

  get entries(): readonly StreamEntry[] {
    return this.log.entries;
  }

  get snapshots(): RoomSnapshot[] {
    return this.log.snapshots;
  }

  /** The snapshot that the log was created with. */
  get first(): RoomSnapshot {
    return this.log.first;
  }

  /** Calls `run` once an entry is stored. */
  whenStored(seq: number, run: () => void): void {
    if (this.entries.length >= seq) run();
    else this.waiting.push({ seq, run });
  }

  /** The log as seen from a process. */
  of(process: SimProcess): RoomLog {
    const { log } = this;
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
      open: () => call('open', () => log.open()),
      append,
      renew: (epoch) => call('renew', () => log.renew(epoch)),
      close: (epoch) => call('close', () => log.close(epoch)),
      entriesAfter: (seq) => call('entries', () => log.entriesAfter(seq)),
      clientState: (clientId) => call('client', () => log.clientState(clientId)),
      entriesOf: (clientId, afterMid) => call('entriesOf', () => log.entriesOf(clientId, afterMid)),
      saveSnapshot: (snapshot) => call('snapshot', () => log.saveSnapshot(snapshot)),
    };
  }

  private append(batch: Parameters<RoomLog['append']>[0]): AppendOutcome {
    const outcome = this.log.append(batch);
    for (const each of this.waiting.splice(0)) this.whenStored(each.seq, each.run);
    return outcome;
  }
}

class FaultyLog extends MemoryLog {
  private readonly faults: LogFaults;

  constructor(page: unknown, clock: Clock, faults: LogFaults) {
    super(page, clock);
    this.faults = faults;
  }

  protected override isOwner(epoch: number): boolean {
    return this.faults.ignoresEpoch === true || super.isOwner(epoch);
  }

  protected override isNext(head: number): boolean {
    return this.faults.ignoresEpoch === true || super.isNext(head);
  }

  protected override isStored(entry: StreamEntry): boolean {
    return this.faults.ignoresDuplicates !== true && super.isStored(entry);
  }
}
