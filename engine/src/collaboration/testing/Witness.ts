import type { ClientMessage } from '../protocol/clientMessages.ts';
import type { Intent } from '../protocol/intents.ts';
import type { RoomMessage } from '../protocol/roomMessages.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import type { MemoryLog } from './MemoryLog.ts';
import type { SimProcess } from './SimProcess.ts';

/** What a client has sent as an op. */
export interface WitnessedOp {
  readonly clientId: string;
  readonly mid: number;
  readonly baseSeq: number;
  readonly intents: readonly Intent[];
  /** The tab that has sent it. */
  readonly sender: SimProcess;
  /** Whose tab it is. */
  readonly accountId: number;
}

/** Sees all that goes over the wires, and remembers what broke a promise at the moment it did. */
export class Witness {
  readonly violations: string[] = [];
  /** Ops that reached a client's disk. */
  readonly kept = new Set<string>();
  /** Ops of which their client was told that its role does not allow them. */
  readonly refused = new Set<string>();
  readonly ops = new Map<string, WitnessedOp>();
  private readonly seen = new Map<number, string>();
  private readonly log: MemoryLog;

  constructor(log: MemoryLog) {
    this.log = log;
  }

  /** A client sends. */
  asked(
    message: ClientMessage,
    clientId: string | null,
    sender: SimProcess,
    accountId: number,
  ): void {
    if (message.type !== 'ops' || clientId === null) return;
    for (const { mid, baseSeq, intents } of message.ops)
      this.ops.set(`${clientId} ${String(mid)}`, {
        clientId,
        mid,
        baseSeq,
        sender,
        accountId,
        intents: JSON.parse(JSON.stringify(intents)) as Intent[],
      });
  }

  /** A client's disk holds its ops under that name no longer. */
  forget(clientId: string | null): void {
    for (const key of this.kept) if (key.startsWith(`${clientId ?? ''} `)) this.kept.delete(key);
  }

  /** A room sends: nothing that is not stored may leave it (I1, I2), and no two histories (I4). */
  sent(message: RoomMessage, clientId: string | null): void {
    if (message.type !== 'stream' && message.type !== 'welcome') return;
    for (const entry of message.entries) this.entryLeft(entry, clientId);
    if (message.type === 'welcome' && message.seq > this.log.entries.length)
      this.violations.push(`I2: a page at ${String(message.seq)} that is not stored was shown`);
  }

  private entryLeft(entry: StreamEntry, clientId: string | null): void {
    const stored = this.log.entries[entry.seq - 1];
    const json = JSON.stringify(entry);
    const isStored = stored !== undefined && JSON.stringify(stored) === json;
    if (!isStored) {
      const what = `${entry.clientId} ${String(entry.mid)} at ${String(entry.seq)}`;
      if (entry.clientId === clientId)
        this.violations.push(`I1: ${what} was acknowledged and is not stored`);
      else this.violations.push(`I2: ${what} was broadcast and is not stored`);
    }
    const before = this.seen.get(entry.seq);
    if (before !== undefined && before !== json)
      this.violations.push(`I4: two histories at ${String(entry.seq)}`);
    this.seen.set(entry.seq, json);
  }
}
