import * as z from 'zod';
import { clientIdSchema, type ClientMessage, sentOpSchema } from '../protocol/clientMessages.ts';
import { countCommands } from '../protocol/intents.ts';
import { ROOM_LIMITS, ROOM_TIMES } from '../protocol/limits.ts';
import { measureJson } from '../protocol/measureJson.ts';
import { largeOpText, splitText } from '../protocol/opParts.ts';
import type { RoomMessageOf } from '../protocol/roomMessages.ts';
import type { Timers } from '../Timers.ts';
import type { ClientStorage, StoredEntries } from './ClientStorage.ts';
import { readStoredJson } from './RoomStorage.ts';

/** An op that the room has not acknowledged yet. */
export type PendingOp = Readonly<z.infer<typeof sentOpSchema>>;

/** How long edits wait so that they are sent together. */
const SEND_DELAY_MS = 20;

/** Mids are reserved in the storage in blocks of this size. */
const RESERVED_MIDS = 1000;

const identitySchema = z.object({ clientId: clientIdSchema, reservedMid: z.number().int().min(0) });

const opKey = (mid: number): string => `op:${String(mid).padStart(16, '0')}`;

/** A large op of which the room has received the parts before `index`. */
interface SendingOp {
  readonly mid: number;
  readonly after: number;
  readonly parts: readonly string[];
  readonly index: number;
}

/** What an outbox needs from its client. */
export interface OutboxRoom {
  readonly isWelcomed: () => boolean;
  readonly send: (message: ClientMessage) => void;
  /** Requests missing entries from the room: an acknowledgement may be lost. */
  readonly catchUp: () => void;
}

/**
 * The client's pending ops: numbers them (`mid`), stores them so that they outlive the tab, sends
 * them in order and repeats them until the room acknowledges each. A mid is never used twice, even
 * if the tab crashes after sending an op and before storing it.
 */
export class Outbox {
  private ownId: string | null = null;
  private ops: PendingOp[] = [];
  private nextMid = 1;
  private reservedMid = 0;
  /** The newest op sent on this connection. */
  private sentMid = 0;
  /** The large op that is being sent; the ops after it wait. */
  private sending: SendingOp | null = null;
  private readonly storage: ClientStorage;
  private readonly timers: Timers;
  private readonly partChars: number;
  private readonly room: OutboxRoom;

  /** @param partChars the size of the parts of large ops */
  constructor(storage: ClientStorage, timers: Timers, partChars: number, room: OutboxRoom) {
    this.storage = storage;
    this.timers = timers;
    this.partChars = partChars;
    this.room = room;
  }

  /** The id under which ops are numbered; null until `load`. */
  get clientId(): string | null {
    return this.ownId;
  }

  /** Ops without acknowledgement, in order. */
  get pending(): readonly PendingOp[] {
    return this.ops;
  }

  /** Every op up to this mid is acknowledged. */
  get acknowledgedMid(): number {
    return (this.ops[0]?.mid ?? this.nextMid) - 1;
  }

  /**
   * Loads the ops and the client id among the stored entries. Starts with a new id if there is none,
   * or if the mids of a stored one cannot be reserved: a later tab might use them again, and the room
   * would ignore its ops as duplicates.
   */
  async load(entries: StoredEntries, newId: string): Promise<void> {
    let identity = { clientId: newId, reservedMid: 0 };
    const ops: PendingOp[] = [];
    for (const [key, value] of entries) {
      const json = readStoredJson(value);
      const stored = key === 'client' ? identitySchema.safeParse(json) : null;
      if (stored?.success) identity = stored.data;
      const op = key.startsWith('op:') ? sentOpSchema.safeParse(json) : null;
      if (op?.success) ops.push(op.data);
    }
    ops.sort((a, b) => a.mid - b.mid);
    let { clientId } = identity;
    let usedMid = Math.max(identity.reservedMid, ops.at(-1)?.mid ?? 0);
    const isReserved = await this.reserveAfter(clientId, usedMid);
    if (!isReserved && ops.length === 0 && clientId !== newId) {
      clientId = newId;
      usedMid = 0;
      void this.reserveAfter(clientId, usedMid);
    }
    this.nextMid = usedMid + 1;
    this.ops = ops;
    this.ownId = clientId;
  }

  /** Adds an op under the next mid and stores it; `sendSoon` or `flush` sends it. */
  add(op: Omit<PendingOp, 'mid'>): PendingOp {
    const added: PendingOp = { mid: this.nextMid, ...op };
    this.nextMid += 1;
    this.ops.push(added);
    void this.storage.put(opKey(added.mid), added);
    if (this.nextMid > this.reservedMid) void this.reserveAfter(this.ownId ?? '', this.reservedMid);
    return added;
  }

  /** Removes an acknowledged op. Returns null if it was not pending. */
  acknowledge(mid: number): PendingOp | null {
    const index = this.ops.findIndex((op) => op.mid === mid);
    const [op] = index < 0 ? [] : this.ops.splice(index, 1);
    if (!op) return null;
    this.storage.delete(opKey(mid));
    if (this.sending?.mid === mid) {
      this.sending = null;
      this.sendSoon();
    }
    this.watchAcknowledgements();
    return op;
  }

  /** Sends all ops that were not sent on this connection. */
  flush(): void {
    this.timers.stop('send');
    if (this.ownId === null || !this.room.isWelcomed()) return;
    this.sendUnsent();
    if (this.ops.length > 0) this.watchAcknowledgements();
  }

  /** The room has received a part of a large op: sends the next one. */
  partReceived({ mid, index }: RoomMessageOf<'op-part-received'>): void {
    const { sending } = this;
    if (sending?.mid !== mid || sending.index !== index) return;
    this.sendPart({ ...sending, index: index + 1 });
    this.flush();
  }

  /** Sends after a short delay, together with what is added until then. */
  sendSoon(delayMs: number = SEND_DELAY_MS): void {
    this.timers.once('send', delayMs, () => this.flush());
  }

  /** Marks all ops as unsent, as on a new connection. */
  rewind(): void {
    this.sentMid = 0;
    this.sending = null;
  }

  /** Sends all ops after `mid` again. */
  resendAfter(mid: number): void {
    this.sentMid = Math.min(this.sentMid, mid);
    this.sending = null;
    this.flush();
  }

  /** Sends all pending ops again after a delay that the room requested. */
  pause(delayMs: number): void {
    this.rewind();
    this.sendSoon(delayMs);
  }

  /**
   * Sends unsent ops in few messages, up to the first part of a large op. An op with commands ends
   * its message.
   */
  private sendUnsent(): void {
    let batch: PendingOp[] = [];
    let chars = 0;
    const endBatch = (): void => {
      const mid = batch.at(-1)?.mid;
      if (mid === undefined) return;
      this.room.send({ type: 'ops', after: this.sentMid, ops: batch });
      this.sentMid = mid;
      batch = [];
      chars = 0;
    };
    for (const op of this.sending ? [] : [...this.ops]) {
      if (op.mid <= this.sentMid) continue;
      const text = largeOpText(op, this.partChars);
      if (text !== null) {
        endBatch();
        const parts = splitText(text, this.partChars);
        this.sendPart({ mid: op.mid, after: this.sentMid, parts, index: 0 });
        if (this.sending) return;
        continue;
      }
      const size = measureJson(op) ?? 0;
      const isFull = chars + size > ROOM_LIMITS.maxMessageChars / 2;
      if (isFull || batch.length === ROOM_LIMITS.maxOpsPerMessage) endBatch();
      batch.push(op);
      chars += size;
      if (countCommands(op.intents) > 0) endBatch();
    }
    endBatch();
  }

  /** Sends a part of a large op. After the last one, the next op may follow. */
  private sendPart({ mid, after, parts, index }: SendingOp): void {
    const text = parts[index] ?? '';
    const chars = parts.reduce((sum, each) => sum + each.length, 0);
    const isLast = index === parts.length - 1;
    this.sending = isLast ? null : { mid, after, parts, index };
    if (isLast) this.sentMid = mid;
    this.room.send({ type: 'op-part', after, mid, index, chars, text });
  }

  /** Resends when an acknowledgement is overdue: the ops or their acknowledgements were lost. */
  private watchAcknowledgements(): void {
    this.timers.stop('acknowledgements');
    if (this.ops.length === 0) return;
    this.timers.once('acknowledgements', ROOM_TIMES.resendAfterMs, () => {
      this.rewind();
      this.room.catchUp();
      this.flush();
    });
  }

  /** Resolves with false if the reservation is not stored yet. */
  private reserveAfter(clientId: string, mid: number): Promise<boolean> {
    this.reservedMid = mid + RESERVED_MIDS;
    return this.storage.put('client', { clientId, reservedMid: this.reservedMid });
  }
}
