import * as z from 'zod';
import { copyJson } from '../../model/copyJson.ts';
import { clientIdSchema, sentOpSchema } from '../protocol/clientMessages.ts';
import type { LostText } from './lostTextsOf.ts';
import type { RoomStorage } from './RoomStorage.ts';

/** An op that the room has not answered for. */
export type PendingOp = Readonly<z.infer<typeof sentOpSchema>>;

/** Numbers are set aside by so many, before the first of them is used. */
const RESERVED = 1000;

const identitySchema = z.object({ clientId: clientIdSchema, reservedMid: z.number().int().min(0) });
const lostTextSchema = z.object({
  id: z.string(),
  thingUuid: z.string(),
  text: z.unknown(),
  keptAtMs: z.number(),
});

const opKey = (mid: number): string => `op:${String(mid).padStart(16, '0')}`;

/**
 * A client's ops on their way: numbered, kept until the room has answered, also over the end of the
 * tab. Numbers are never used twice, though a tab may die between sending an op and keeping it.
 */
export class OpQueue {
  readonly clientId: string;
  private readonly storage: RoomStorage;
  private readonly waiting: PendingOp[];
  private readonly texts: Map<string, LostText>;
  private nextMid: number;
  private reservedMid: number;
  private sentMid = 0;

  private constructor(
    storage: RoomStorage,
    identity: z.infer<typeof identitySchema>,
    kept: { ops: PendingOp[]; texts: LostText[] },
  ) {
    this.storage = storage;
    this.clientId = identity.clientId;
    this.waiting = kept.ops;
    this.texts = new Map(kept.texts.map((text) => [text.id, text]));
    this.nextMid = identity.reservedMid + 1;
    this.reservedMid = identity.reservedMid;
  }

  /** Takes up what is kept, or begins anew with an id from `createId`. */
  static async load(storage: RoomStorage, createId: () => string): Promise<OpQueue> {
    const entries = await storage.entries().catch(() => []);
    let identity = { clientId: createId(), reservedMid: 0 };
    const ops: PendingOp[] = [];
    const texts: LostText[] = [];
    for (const [key, value] of entries) {
      const json = readJson(value);
      const known = key === 'client' ? identitySchema.safeParse(json) : null;
      if (known?.success) identity = known.data;
      const op = key.startsWith('op:') ? sentOpSchema.safeParse(json) : null;
      if (op?.success) ops.push(op.data);
      const text = key.startsWith('text:') ? lostTextSchema.safeParse(json) : null;
      if (text?.success) texts.push(text.data);
    }
    ops.sort((a, b) => a.mid - b.mid);
    const reservedMid = Math.max(identity.reservedMid, ops.at(-1)?.mid ?? 0);
    const queue = new OpQueue(storage, { ...identity, reservedMid }, { ops, texts });
    await queue.reserve();
    return queue;
  }

  /** Ops without an answer, in order. */
  get pending(): readonly PendingOp[] {
    return this.waiting;
  }

  /** A number from which on the fate of ops is not known here. */
  get answeredMid(): number {
    const first = this.waiting[0];
    return first ? first.mid - 1 : this.nextMid - 1;
  }

  /**
   * Ops that were not sent on this connection, and the one that was sent before them; 0 when none
   * was: then whatever came before was answered, or a tab has died with it.
   */
  get unsent(): { readonly after: number; readonly ops: readonly PendingOp[] } {
    const after = this.sentMid;
    return { after, ops: this.waiting.filter(({ mid }) => mid > after) };
  }

  get lostTexts(): readonly LostText[] {
    return [...this.texts.values()];
  }

  /** Takes an op in; it is kept as soon as the storage can. */
  add(op: Omit<PendingOp, 'mid'>): PendingOp {
    const added: PendingOp = { mid: this.nextMid, ...op };
    this.nextMid += 1;
    this.waiting.push(added);
    this.keep(this.storage.put(opKey(added.mid), added));
    if (this.nextMid > this.reservedMid) this.keep(this.reserve());
    return added;
  }

  /** Ops up to one were sent. */
  sent(mid: number): void {
    this.sentMid = Math.max(this.sentMid, mid);
  }

  /** All after an op is to be sent again. */
  rewind(mid: number): void {
    this.sentMid = Math.min(this.sentMid, mid);
  }

  /** The room has answered: the op waits no longer. Null when it did not wait. */
  answer(mid: number): PendingOp | null {
    const place = this.waiting.findIndex((op) => op.mid === mid);
    const [op] = place < 0 ? [] : this.waiting.splice(place, 1);
    if (op) this.keep(this.storage.delete(opKey(mid)));
    return op ?? null;
  }

  keepText(text: LostText): void {
    this.texts.set(text.id, text);
    this.keep(this.storage.put(`text:${text.id}`, text));
  }

  dismissText(id: string): void {
    this.texts.delete(id);
    this.keep(this.storage.delete(`text:${id}`));
  }

  private async reserve(): Promise<void> {
    this.reservedMid += RESERVED;
    const { clientId, reservedMid } = this;
    await this.storage.put('client', { clientId, reservedMid }).catch(() => undefined);
  }

  /** A storage that fails costs nothing but what it was for. */
  private keep(work: Promise<void>): void {
    work.catch(() => undefined);
  }
}

function readJson(value: unknown): unknown {
  try {
    return copyJson(value);
  } catch {
    return undefined;
  }
}
