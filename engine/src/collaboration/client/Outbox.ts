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
import type { LeftLocks } from './LeftLocks.ts';
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
  /** How many pending ops are only in the storage of the last client, which is another one. */
  readonly countElsewhere: number;
  /** Acknowledged ops that may still be stored. */
  readonly acknowledged: readonly PendingOp[];
  /** The client ids of ops added in the editor; none for the client of another storage. */
  readonly ownIds: readonly string[];
  /** How the next op is named; null for the client of another storage. */
  readonly next: { readonly clientId: string; readonly mid: number } | null;
}

/** How long edits wait so that they are sent together. */
const SEND_DELAY_MS = 20;

/**
 * The key of the client id in versions that stored ops without it. Only read, to find the client id
 * of such ops.
 */
const OLD_IDENTITY_KEY = 'client';

const identitySchema = z.object({ clientId: clientIdSchema });
/** Older versions stored ops without their client id, their account and the `ID` of their page. */
const storedOpSchema = sentOpSchema.extend({
  clientId: clientIdSchema.optional(),
  accountId: z.number().optional(),
  pageId: z.number().optional(),
});

export const NO_OPS: LeftOps = {
  pending: [],
  countElsewhere: 0,
  acknowledged: [],
  ownIds: [],
  next: null,
};

/** A closed client of the same storage may still be writing, so no two ops may share a key. */
const opKey = ({ clientId, mid }: Pick<PendingOp, 'clientId' | 'mid'>): string =>
  `op:${String(mid).padStart(16, '0')}:${clientId}`;

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
  /** Whether the room has welcomed the client, and accepts ops of its version. */
  readonly maySend: () => boolean;
  readonly send: (message: ClientMessage) => void;
  /** Requests missing entries from the room: an acknowledgement may be lost. */
  readonly catchUp: () => void;
  /** The `ID` of the page; null if the client does not know it. */
  readonly pageId: number | null;
  /** The account that makes the ops. */
  readonly accountId: number;
  /** Connects again: the next ops have another client id. */
  readonly rejoin: () => void;
  /** Creates a client id that was never used. */
  readonly createId: () => string;
  /** The locks of the tab before, which are released under its id after its ops. */
  readonly leftLocks: LeftLocks;
}

/**
 * The client's pending ops: numbers them (`mid`), stores them so that they outlive the tab, sends
 * them in order and repeats them until the room acknowledges each.
 *
 * A client id and a mid never name two ops, or the room would ignore the second one as a duplicate.
 * So each tab numbers its ops under an id of its own: the tab before may have sent ops that it could
 * not store, and another tab may have a copy of the storage. Ops of earlier tabs keep their names,
 * under which all tabs that have them may send them. Ops of different ids are sent one id after the
 * other, each on a connection of its own.
 */
export class Outbox {
  /** The id on the current connection; null until `load`. */
  private joinedId: string | null = null;
  /** The client id of the ops that are added next; empty until `load`. */
  private nextClientId = '';
  /** The client ids of all ops added in this tab, also by earlier clients of its editor. */
  private readonly ownIds = new Set<string>();
  private ops: PendingOp[] = [];
  /** The keys of stored ops, by the ops' names. */
  private readonly keys = new Map<string, string>();
  /** Acknowledged ops that may still be stored, by key. */
  private readonly undeleted = new Map<string, PendingOp>();
  /** Whether the storage holds ops of other pages or accounts. They stay there. */
  hasForeignOps = false;
  private nextMid = 1;
  /** Whether the next client of the editor numbers its ops under `ownId`. */
  private isHandedOver = false;
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

  /** Every op of the joined id up to this mid is acknowledged. */
  get acknowledgedMid(): number {
    const first = this.ops.find(({ clientId }) => clientId === this.joinedId);
    if (first) return first.mid - 1;
    // Under an earlier tab's id, only its locks are released: what it has sent does not matter.
    return this.isJoinedAsItself ? this.nextMid - 1 : Number.MAX_SAFE_INTEGER;
  }

  /** The id under which this tab numbers its ops, and holds its locks; empty until `load`. */
  get ownId(): string {
    return this.nextClientId;
  }

  /** Whether the client has joined under its own id, and not only to send ops of an earlier tab. */
  get isJoinedAsItself(): boolean {
    return this.joinedId === this.ownId;
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
  leave(isSameStorage: boolean): LeftOps {
    const unstored = new Set(this.storage.unstored.map(([key]) => key));
    const isUnstored = (op: PendingOp) => unstored.has(this.keys.get(nameOf(op)) ?? '');
    this.isHandedOver ||= isSameStorage;
    return {
      pending: isSameStorage ? [...this.ops] : this.ops.filter(isUnstored),
      countElsewhere: isSameStorage ? 0 : this.ops.filter((op) => !isUnstored(op)).length,
      acknowledged: [...this.undeleted.values()],
      ownIds: isSameStorage ? [...this.ownIds] : [],
      next: isSameStorage ? { clientId: this.ownId, mid: this.nextMid } : null,
    };
  }

  /**
   * Loads the stored ops. New ones are numbered under a new id, unless the editor's last client leaves
   * its own.
   *
   * @param left the ops of that client
   */
  async load(entries: StoredEntries, left: LeftOps = NO_OPS): Promise<void> {
    for (const id of left.ownIds) this.ownIds.add(id);
    const values = new Map(entries.map(([key, value]) => [key, readStoredJson(value)]));
    const oldId = identitySchema.safeParse(values.get(OLD_IDENTITY_KEY)).data?.clientId;
    const ops = [...values].flatMap(([key, json]) => {
      const op = key.startsWith('op:') ? storedOpSchema.safeParse(json).data : undefined;
      return op ? [{ key, ...op }] : [];
    });
    // Mids are also the order of the ops, and the undo history tells them apart by these.
    const usedMid = [...ops, ...left.pending].reduce((max, { mid }) => Math.max(max, mid), 0);
    this.nextMid = Math.max(usedMid + 1, left.next?.mid ?? 1);
    this.startId(left.next?.clientId);
    const { pageId, accountId } = this.room;
    const own = ops.filter(
      (op) => isOfPage(op, pageId) && (op.accountId ?? accountId) === accountId,
    );
    this.hasForeignOps = own.length < ops.length;
    const stored: PendingOp[] = [];
    const named: Promise<boolean>[] = [];
    for (const { key, pageId: _, accountId: __, clientId = oldId, ...op } of own) {
      const pending = { ...op, clientId: clientId ?? this.ownId };
      this.keys.set(nameOf(pending), key);
      stored.push(pending);
      // Before it is sent: the next tab has another id.
      if (clientId === undefined) named.push(this.store(pending));
    }
    await Promise.all(named);
    this.ops = this.withLeft(stored, left).sort((a, b) => a.mid - b.mid);
    this.room.leftLocks.load(entries, (id) => this.isOwnId(id));
    this.join();
  }

  /**
   * Gives the ops of the joined id a new one, because the room has refused it: another account uses
   * it, so the stream has none of these ops. Resolves when they are stored under the new id, before
   * which they must not be sent: the tab could crash, and the next one would send them once more,
   * under the old id or a third one. If they cannot be stored, it resolves as well: the user would
   * wait for nothing.
   */
  async replaceId(): Promise<void> {
    const takenId = this.joinedId ?? '';
    if (takenId === this.room.leftLocks.clientId) this.room.leftLocks.take();
    const isOwn = this.ownIds.delete(takenId);
    const clientId = this.room.createId();
    if (takenId === this.ownId) this.nextClientId = clientId;
    if (isOwn) this.ownIds.add(clientId);
    const stored: Promise<boolean>[] = [];
    this.ops = this.ops.map((op) => {
      if (op.clientId !== takenId) return op;
      const key = this.keys.get(nameOf(op));
      this.keys.delete(nameOf(op));
      const renamed = { ...op, clientId };
      if (key !== undefined) this.keys.set(nameOf(renamed), key);
      stored.push(this.store(renamed));
      return renamed;
    });
    this.join();
    await Promise.all(stored);
  }

  /** Chooses the id for a new connection: that of the next op to be sent. */
  join(): void {
    this.joinedId = this.nextId;
  }

  /** Adds an op under the next mid and stores it; `sendSoon` or `flush` sends it. */
  add(op: Omit<SentOp, 'mid'>): PendingOp {
    if (this.isHandedOver) this.startId();
    const added: PendingOp = { clientId: this.ownId, mid: this.nextMid, ...op };
    this.nextMid += 1;
    this.ops.push(added);
    void this.store(added);
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
    if (isSending || this.nextId !== this.joinedId || this.mayReleaseLeftLocks) this.sendSoon();
    this.watchAcknowledgements();
    return op;
  }

  /** Sends all ops that were not sent on this connection. */
  flush(): void {
    this.timers.stop('send');
    if (!this.room.maySend()) return;
    if (this.nextId !== this.joinedId) {
      this.room.rejoin();
      return;
    }
    this.sendUnsent();
    if (this.ops.length > 0) this.watchAcknowledgements();
    this.releaseLeftLocks();
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
    for (const op of added) void this.store(op);
    return [...stored.filter((op) => !acknowledgedNames.has(nameOf(op))), ...added];
  }

  /** Resolves with false if the op is not stored yet. */
  private store(op: PendingOp): Promise<boolean> {
    const { pageId, accountId } = this.room;
    const key = this.keys.get(nameOf(op)) ?? opKey(op);
    this.keys.set(nameOf(op), key);
    return this.storage.put(key, { ...op, accountId, ...(pageId === null ? {} : { pageId }) });
  }

  private deleteStored(op: PendingOp): void {
    const key = this.keys.get(nameOf(op));
    if (key === undefined) return;
    this.keys.delete(nameOf(op));
    this.undeleted.set(key, op);
    void this.storage.delete(key).then((isDeleted) => isDeleted && this.undeleted.delete(key));
  }

  /**
   * Whether the locks of the tab before can be released: the client has joined under its id, and its
   * ops, which may depend on them, are acknowledged.
   */
  private get mayReleaseLeftLocks(): boolean {
    const { clientId } = this.room.leftLocks;
    if (clientId === null || clientId !== this.joinedId) return false;
    return !this.ops.some((op) => op.clientId === clientId);
  }

  private releaseLeftLocks(): void {
    if (!this.mayReleaseLeftLocks) return;
    this.room.send({ type: 'release-locks', thingUuids: [...this.room.leftLocks.take()] });
    if (this.nextId !== this.joinedId) this.room.rejoin();
  }

  /** The id of the next op to be sent; that of the locks to release comes before this tab's own. */
  private get nextId(): string {
    const id = this.ops[0]?.clientId ?? this.ownId;
    return id === this.ownId ? (this.room.leftLocks.clientId ?? id) : id;
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

  /** Numbers the ops that follow under another id: by default, a new one. */
  private startId(clientId: string = this.room.createId()): void {
    this.nextClientId = clientId;
    this.ownIds.add(clientId);
    this.isHandedOver = false;
  }
}
