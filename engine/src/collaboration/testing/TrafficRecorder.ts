import type { PendingOp } from '../client/Outbox.ts';
import type { ClientMessage, SentOp } from '../protocol/clientMessages.ts';
import type { Intent } from '../protocol/intents.ts';
import type { Acknowledgement, RoomMessage } from '../protocol/roomMessages.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import type { SimLog } from './SimLog.ts';
import type { SimProcess } from './SimProcess.ts';

/** An op that a client has sent. */
export interface RecordedOp {
  readonly clientId: string;
  readonly mid: number;
  readonly baseSeq: number;
  readonly intents: readonly Intent[];
  /** The tab that sent it. */
  readonly sender: SimProcess;
  /** The account that uses the tab. */
  readonly accountId: number;
}

/** The name of an op. An account that takes the client id of another one makes other ops under it. */
export function nameOf({
  clientId,
  mid,
  accountId,
}: Pick<RecordedOp, 'clientId' | 'mid' | 'accountId'>): string {
  return `${clientId} ${String(mid)} of ${String(accountId)}`;
}

/**
 * Records the ops that clients send in a simulation, checks what its rooms send them, and records
 * each violation of an invariant when it happens.
 */
export class TrafficRecorder {
  readonly violations: string[] = [];
  /** Ops that reached a client's disk, as {@link nameOf}. */
  readonly onDisk = new Set<string>();
  /** Ops that a client reverted because its role does not permit them. */
  readonly rejected = new Set<string>();
  readonly ops = new Map<string, RecordedOp>();
  /** The first names of ops that have got another client id, by the newer name. */
  private readonly firstNames = new Map<string, string>();
  /** The text of the large op that each client is sending. */
  private readonly texts = new Map<string, string>();
  private readonly sentEntries = new Map<number, string>();
  private readonly log: SimLog;

  constructor(log: SimLog) {
    this.log = log;
  }

  /** Records the ops in a message from a client. */
  fromClient(
    message: ClientMessage,
    clientId: string | null,
    sender: SimProcess,
    accountId: number,
  ): void {
    if (clientId === null) return;
    const ops = message.type === 'ops' ? message.ops : this.opsCompletedBy(message, clientId);
    for (const { mid, baseSeq, intents } of ops)
      this.ops.set(nameOf({ clientId, mid, accountId }), {
        clientId,
        mid,
        baseSeq,
        sender,
        accountId,
        intents: JSON.parse(JSON.stringify(intents)) as Intent[],
      });
  }

  /** The large op that a message completes, if it does. */
  private opsCompletedBy(message: ClientMessage, clientId: string): SentOp[] {
    if (message.type !== 'op-part') return [];
    const text = (message.index === 0 ? '' : (this.texts.get(clientId) ?? '')) + message.text;
    this.texts.set(clientId, text);
    return text.length === message.chars ? [JSON.parse(text) as SentOp] : [];
  }

  /** A client's disk no longer contains the ids of these ops. */
  removeFromDisk(ops: readonly PendingOp[], accountId: number): void {
    const names = ops.map(({ clientId, mid }) => nameOf({ clientId, mid, accountId }));
    const gone = new Set(names.map((name) => this.firstName(name)));
    for (const name of this.onDisk) if (gone.has(this.firstName(name))) this.onDisk.delete(name);
  }

  /** An op has got another client id. */
  renamed(accountId: number, mid: number, from: string, to: string): void {
    const before = this.firstName(nameOf({ clientId: from, mid, accountId }));
    this.firstNames.set(nameOf({ clientId: to, mid, accountId }), before);
  }

  /** The name that an op had at first. */
  firstName(name: string): string {
    return this.firstNames.get(name) ?? name;
  }

  /**
   * Checks that the entries, acknowledgements and page in a message are stored (I1, I2), in one
   * history (I4).
   */
  fromRoom(message: RoomMessage, clientId: string | null): void {
    if (message.type !== 'stream' && message.type !== 'welcome') return;
    for (const entry of message.entries) this.checkEntry(entry, clientId);
    if (message.type === 'stream') return;
    if (message.seq > this.log.entries.length)
      this.violations.push(`I2: a page at ${String(message.seq)}, which is not stored, was sent`);
    for (const acknowledgement of message.acknowledged)
      this.checkAcknowledgement(acknowledgement, clientId);
    const { lastMid } = message;
    const isStored = this.log.entries.some(
      (entry) => entry.clientId === clientId && entry.mid === lastMid,
    );
    if (lastMid > 0 && !isStored)
      this.violations.push(
        `I1: a welcome acknowledged ${clientId ?? ''} ${String(lastMid)}, which is not stored`,
      );
  }

  private checkAcknowledgement(sent: Acknowledgement, clientId: string | null): void {
    const { patch: _, ...stored } = this.log.entries[sent.seq - 1] ?? {};
    if (sent.clientId === clientId && JSON.stringify(stored) === JSON.stringify(sent)) return;
    const what = `${sent.clientId} ${String(sent.mid)} at ${String(sent.seq)}`;
    this.violations.push(`I1: a welcome acknowledged ${what}, which is not stored`);
  }

  private checkEntry(entry: StreamEntry, clientId: string | null): void {
    const stored = this.log.entries[entry.seq - 1];
    const json = JSON.stringify(entry);
    const isStored = stored !== undefined && JSON.stringify(stored) === json;
    if (!isStored) {
      const what = `${entry.clientId} ${String(entry.mid)} at ${String(entry.seq)}`;
      if (entry.clientId === clientId)
        this.violations.push(`I1: ${what} was acknowledged and is not stored`);
      else this.violations.push(`I2: ${what} was broadcast and is not stored`);
    }
    const before = this.sentEntries.get(entry.seq);
    if (before !== undefined && before !== json)
      this.violations.push(`I4: two histories at ${String(entry.seq)}`);
    this.sentEntries.set(entry.seq, json);
  }
}
