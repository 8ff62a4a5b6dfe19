import * as z from 'zod';
import {
  clientIdSchema,
  type ClientMessage,
  type SentOp,
  sentOpSchema,
} from '../protocol/clientMessages.ts';
import { countCommands } from '../protocol/intents.ts';
import { ROOM_LIMITS, ROOM_TIMES } from '../protocol/limits.ts';
import { measureJson } from '../protocol/measureJson.ts';
import { largeOpText, splitText } from '../protocol/opParts.ts';
import type { RoomMessageOf } from '../protocol/roomMessages.ts';
import type { Timers } from '../Timers.ts';
import type { ClientStorage, StoredEntries } from './ClientStorage.ts';
import { isOfPage, readStoredJson } from './RoomStorage.ts';

/**
 * An op that the room has not acknowledged yet. The room recognises a repeated op by its client id
 * and `mid`, so an op keeps both, in later tabs too.
 */
export type PendingOp = Readonly<SentOp> & { readonly clientId: string };

/** The ops of a closed client that the next one may not find in its storage. */
export interface LeftOps {
  /** Pending ops: all of them for the next client of the same storage, which may fail to read it. */
  readonly pending: readonly PendingOp[];
  /** Acknowledged ops that may still be stored. */
  readonly acknowledged: readonly PendingOp[];
  /** The client ids of ops added in the editor; none for the client of another storage. */
  readonly ownIds: readonly string[];
}

/** How long edits wait so that they are sent together. */
const SEND_DELAY_MS = 20;

/** Mids are reserved in the storage in blocks of this size. */
const RESERVED_MIDS = 1000;

/** The id of the last tab, which may have used its mids up to `reservedMid`. */
const IDENTITY_KEY = 'identity';
/**
 * The key of the identity in versions that stored ops without their client id. Only read, to find
 * the client id of such ops.
 */
const OLD_IDENTITY_KEY = 'client';

const identitySchema = z.object({ clientId: clientIdSchema, reservedMid: z.number().int().min(0) });
/** Older versions stored ops without their client id and the `ID` of their page. */
const storedOpSchema = sentOpSchema.extend({
  clientId: clientIdSchema.optional(),
  pageId: z.number().optional(),
});

export const NO_OPS: LeftOps = { pending: [], acknowledged: [], ownIds: [] };

const opKey = (mid: number): string => `op:${String(mid).padStart(16, '0')}`;

const nameOf = ({ clientId, mid }: Pick<PendingOp, 'clientId' | 'mid'>): string =>
  `${clientId} ${String(mid)}`;

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
  /** The `ID` of the page; null if the client does not know it. */
  readonly pageId: number | null;
  /** Connects again: the next ops have another client id. */
  readonly rejoin: () => void;
  /** Creates a client id that was never used. */
  readonly createId: () => string;
}

/**
 * The client's pending ops: numbers them (`mid`), stores them so that they outlive the tab, sends
 * them in order and repeats them until the room acknowledges each.
 *
 * A mid is never used twice under one client id, even if the tab crashes after sending an op and
 * before storing it: the room would ignore the second op as a duplicate. So a mid is used only if it
 * is reserved in the storage, or if no other tab can know the client id: a tab that cannot reserve
 * mids continues under a new id. Ops of different ids are sent one id after the other, each on a
 * connection of its own.
 */
export class Outbox {
  /** The id on the current connection; null until `load`. */
  private joinedId: string | null = null;
  /** The client id of the ops that are added next. */
  private ownId = '';
  /** The client ids of all ops added in this tab, also by earlier clients of its editor. */
  private readonly ownIds = new Set<string>();
  private ops: PendingOp[] = [];
  /** The keys of stored ops, by the ops' names. */
  private readonly keys = new Map<string, string>();
  /** Acknowledged ops that may still be stored, by key. */
  private readonly undeleted = new Map<string, PendingOp>();
  /** The keys of all stored ops, also of other pages. */
  private readonly usedKeys = new Set<string>();
  /** Whether the storage holds ops of other pages. They stay there. */
  hasOtherPages = false;
  private nextMid = 1;
  /** The newest mid that may be used under `ownId`. */
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

  /** The id under which the client has joined the room or will join it; null until `load`. */
  get clientId(): string | null {
    return this.joinedId;
  }

  /** Unacknowledged ops, in order. */
  get pending(): readonly PendingOp[] {
    return this.ops;
  }

  /** Every op of the next id up to this mid is acknowledged. */
  get acknowledgedMid(): number {
    return (this.ops[0]?.mid ?? this.nextMid) - 1;
  }

  /** Whether this tab has numbered ops under an id. */
  isOwnId(clientId: string): boolean {
    return this.ownIds.has(clientId);
  }

  /**
   * What this client leaves to the next one.
   *
   * @param isSameStorage whether that one has the same storage
   */
  left(isSameStorage: boolean): LeftOps {
    const unstored = new Set(this.storage.unstored.map(([key]) => key));
    const isUnstored = (op: PendingOp) => unstored.has(this.keys.get(nameOf(op)) ?? '');
    return {
      pending: isSameStorage ? [...this.ops] : this.ops.filter(isUnstored),
      acknowledged: [...this.undeleted.values()],
      ownIds: isSameStorage ? [...this.ownIds] : [],
    };
  }

  /**
   * Loads the stored ops. New ones are numbered under the id of the last tab, or under a new one if
   * there was none or if its mids cannot be reserved.
   *
   * @param left the ops of the editor's last client
   */
  async load(entries: StoredEntries, left: LeftOps = NO_OPS): Promise<void> {
    for (const id of left.ownIds) this.ownIds.add(id);
    const values = new Map(entries.map(([key, value]) => [key, readStoredJson(value)]));
    const identity = identitySchema.safeParse(values.get(IDENTITY_KEY)).data;
    const oldIdentity = identitySchema.safeParse(values.get(OLD_IDENTITY_KEY)).data;
    const ops = [...values].flatMap(([key, json]) => {
      const op = key.startsWith('op:') ? storedOpSchema.safeParse(json).data : undefined;
      return op ? [{ key, ...op }] : [];
    });
    // Those of other pages too, whose keys must not be used again.
    const usedMid = [...ops, ...left.pending].reduce((max, { mid }) => Math.max(max, mid), 0);
    this.nextMid = Math.max(identity?.reservedMid ?? 0, usedMid) + 1;
    const reservedMid = this.nextMid + RESERVED_MIDS - 1;
    if (identity && (await this.reserve(identity.clientId, reservedMid)))
      this.useId(identity.clientId, reservedMid);
    else this.startId();
    const stored = ops
      .filter((op) => isOfPage(op, this.room.pageId))
      .map(({ key, pageId: _, clientId = oldIdentity?.clientId ?? this.ownId, ...op }) => {
        this.keys.set(nameOf({ clientId, mid: op.mid }), key);
        return { ...op, clientId };
      });
    for (const { key } of ops) this.usedKeys.add(key);
    this.hasOtherPages = stored.length < ops.length;
    this.ops = this.withLeft(stored, left).sort((a, b) => a.mid - b.mid);
    this.join();
  }

  /** Chooses the id for a new connection: that of the next op to be sent. */
  join(): void {
    this.joinedId = this.nextId;
  }

  /** Adds an op under the next mid and stores it; `sendSoon` or `flush` sends it. */
  add(op: Omit<SentOp, 'mid'>): PendingOp {
    if (this.nextMid > this.reservedMid) this.startId();
    const added: PendingOp = { clientId: this.ownId, mid: this.nextMid, ...op };
    this.nextMid += 1;
    this.ops.push(added);
    this.store(added);
    if (this.reservedMid - this.nextMid < RESERVED_MIDS / 2) void this.reserveMore();
    return added;
  }

  /** Removes an acknowledged op. Returns null if it was not pending. */
  acknowledge(clientId: string, mid: number): PendingOp | null {
    const index = this.ops.findIndex((op) => op.mid === mid && op.clientId === clientId);
    const [op] = index < 0 ? [] : this.ops.splice(index, 1);
    if (!op) return null;
    this.deleteStored(op);
    const isSending = this.sending?.mid === mid;
    if (isSending) this.sending = null;
    if (isSending || this.nextId !== this.joinedId) this.sendSoon();
    this.watchAcknowledgements();
    return op;
  }

  /** Sends all ops that were not sent on this connection. */
  flush(): void {
    this.timers.stop('send');
    if (!this.room.isWelcomed()) return;
    if (this.nextId !== this.joinedId) {
      this.room.rejoin();
      return;
    }
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

  /** Adds the pending ops that are not stored, and removes acknowledged ones that still are. */
  private withLeft(stored: readonly PendingOp[], { pending, acknowledged }: LeftOps): PendingOp[] {
    const acknowledgedNames = new Set(acknowledged.map(nameOf));
    const storedNames = new Set(stored.map(nameOf));
    for (const op of stored) if (acknowledgedNames.has(nameOf(op))) this.deleteStored(op);
    const added = pending.filter((op) => !storedNames.has(nameOf(op)));
    for (const op of added) this.store(op);
    return [...stored.filter((op) => !acknowledgedNames.has(nameOf(op))), ...added];
  }

  private store(op: PendingOp): void {
    const { pageId } = this.room;
    const usual = opKey(op.mid);
    // Ops of two ids can have the same mid, if the storage could not be read when one was numbered.
    const key = this.usedKeys.has(usual) ? `${usual}:${op.clientId}` : usual;
    this.usedKeys.add(key);
    this.keys.set(nameOf(op), key);
    void this.storage.put(key, pageId === null ? op : { ...op, pageId });
  }

  private deleteStored(op: PendingOp): void {
    const key = this.keys.get(nameOf(op));
    if (key === undefined) return;
    this.keys.delete(nameOf(op));
    this.usedKeys.delete(key);
    this.undeleted.set(key, op);
    void this.storage.delete(key).then((isDeleted) => isDeleted && this.undeleted.delete(key));
  }

  /** The id of the next op to be sent. */
  private get nextId(): string {
    return this.ops[0]?.clientId ?? this.ownId;
  }

  /**
   * Sends unsent ops of the joined id in few messages, up to the first part of a large op. An op with
   * commands ends its message.
   */
  private sendUnsent(): void {
    let batch: SentOp[] = [];
    let chars = 0;
    const endBatch = (): void => {
      const mid = batch.at(-1)?.mid;
      if (mid === undefined) return;
      this.room.send({ type: 'ops', after: this.sentMid, ops: batch });
      this.sentMid = mid;
      batch = [];
      chars = 0;
    };
    for (const { clientId, ...op } of this.sending ? [] : [...this.ops]) {
      if (clientId !== this.joinedId) break;
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

  /** Numbers the ops that follow under a new id. Its first mids need no stored reservation. */
  private startId(): void {
    this.useId(this.room.createId(), this.nextMid + RESERVED_MIDS - 1);
    void this.reserve(this.ownId, this.reservedMid);
  }

  private useId(clientId: string, reservedMid: number): void {
    this.ownId = clientId;
    this.ownIds.add(clientId);
    this.reservedMid = reservedMid;
  }

  private async reserveMore(): Promise<void> {
    const { ownId } = this;
    const reservedMid = this.reservedMid + RESERVED_MIDS;
    const isStored = await this.reserve(ownId, reservedMid);
    if (isStored && this.ownId === ownId)
      this.reservedMid = Math.max(this.reservedMid, reservedMid);
  }

  /** Resolves with false if the reservation is not stored yet. */
  private reserve(clientId: string, reservedMid: number): Promise<boolean> {
    return this.storage.put(IDENTITY_KEY, { clientId, reservedMid });
  }
}
