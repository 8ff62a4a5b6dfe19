import { observable, runInAction } from 'mobx';
import type { ChangeOrigin } from '../../editor/Editor.ts';
import { type Change, EMPTY_CHANGE } from '../../model/Change.ts';
import { CobbleError } from '../../model/CobbleError.ts';
import type { Page } from '../../model/Page.ts';
import { parsePage } from '../../parsing/parsePage.ts';
import type { NamedEdit } from '../../model/NamedEdit.ts';
import { editToIntents } from '../merge/editToIntents.ts';
import type { ResolveContext } from '../merge/Resolution.ts';
import type { RoomRole } from '../protocol/codes.ts';
import type { ClientMessage } from '../protocol/clientMessages.ts';
import type { Intent } from '../protocol/intents.ts';
import { ROOM_LIMITS, ROOM_TIMES } from '../protocol/limits.ts';
import { isOpTooLarge } from '../protocol/opParts.ts';
import type { Acknowledgement, RoomMessageOf } from '../protocol/roomMessages.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import type { Timers } from '../Timers.ts';
import type { ClientLocks } from './ClientLocks.ts';
import type { EditorBinding } from './EditorBinding.ts';
import { type LostTexts, textsOfIntents } from './LostTexts.ts';
import type { Outbox, PendingOp } from './Outbox.ts';
import type { RejectedOp, RoomClientOptions } from './RoomClientOptions.ts';
import { SharedPage } from './SharedPage.ts';
import { UndoRewriter } from './UndoRewriter.ts';

/** The parts of a client that fuzz tests replace with faulty ones. */
export interface ClientParts {
  readonly createSharedPage: (...args: ConstructorParameters<typeof SharedPage>) => SharedPage;
  /** Whether entries are missing between the head of the stream here and the first one received. */
  readonly isGap: (headSeq: number, firstSeq: number) => boolean;
  /** The size of the parts of large ops; tests use a smaller one. */
  readonly partChars: number;
}

export const CLIENT_PARTS: ClientParts = {
  createSharedPage: (...args) => new SharedPage(...args),
  isGap: (headSeq, firstSeq) => firstSeq > headSeq + 1,
  partChars: ROOM_LIMITS.partChars,
};

/** What the page's synchronization needs of its client. */
export interface SyncClient {
  readonly outbox: Outbox;
  readonly locks: ClientLocks;
  readonly texts: LostTexts;
  readonly timers: Timers;
  readonly send: (message: ClientMessage) => void;
  readonly role: () => RoomRole | null;
  readonly onEntry: (entry: StreamEntry) => void;
  readonly onRejected: (op: RejectedOp) => void;
  /** The room has sent a page that is invalid here. */
  readonly onUnreadablePage: () => void;
}

/**
 * Keeps the page in step with the room's stream: applies entries below the pending ops, requests
 * missing ones, turns the editor's changes into ops, and settles those that are acknowledged.
 */
export class PageSync {
  /** The editor that shows the page; null without one. */
  binding: EditorBinding | null = null;
  private shared: SharedPage | null = null;
  private readonly head = observable.box<number | null>(null);
  private readonly pending = observable.box(0);
  private readonly undo = new UndoRewriter((committed, applied) =>
    this.binding?.amend(committed, applied),
  );
  /** Changes made while the storage was being read. */
  private readonly earlyChanges: Parameters<PageSync['share']>[] = [];
  private isCatchingUp = false;
  private readonly options: RoomClientOptions;
  private readonly parts: ClientParts;
  private readonly client: SyncClient;

  constructor(options: RoomClientOptions, parts: ClientParts, client: SyncClient) {
    this.options = options;
    this.parts = parts;
    this.client = client;
    if (options.editor) this.shared = this.createSharedPage(options.editor.stablePage);
  }

  /** The newest entry received; null before the first welcome. Observable. */
  get seq(): number | null {
    return this.head.get();
  }

  /** The number of unacknowledged ops. Observable. */
  get pendingCount(): number {
    return this.pending.get();
  }

  /** The page as shown; null before there is one. */
  get page(): Page | null {
    return this.shared?.records.toPage() ?? null;
  }

  /** Shows the stored pending ops, and shares what was edited before they were loaded. */
  start(): void {
    this.rebase([]);
    for (const args of this.earlyChanges.splice(0)) this.share(...args);
    this.countPending();
  }

  /** Continues from the room's welcome: with its page, or with the entries missing here. */
  welcome(message: RoomMessageOf<'welcome'>): void {
    this.isCatchingUp = false;
    for (const acknowledgement of message.acknowledged) this.acknowledge(acknowledgement);
    if (message.page !== undefined) this.receivePage(message);
    else {
      this.setSeq(this.seq ?? this.options.baseSeq ?? 0);
      this.receive(message.entries);
    }
  }

  /** Applies the next entries of the stream; requests them again if some are missing before. */
  receive(entries: readonly StreamEntry[]): void {
    const head = this.seq ?? 0;
    const next = entries.filter(({ seq }) => seq > head);
    const [first] = next;
    if (!first) return;
    if (this.parts.isGap(head, first.seq)) {
      this.catchUp();
      return;
    }
    this.isCatchingUp = false;
    if (!next.every(({ patch }) => patch.whole === undefined || this.readPage(patch.whole))) return;
    for (const entry of next) this.acknowledge(entry);
    this.setSeq(next.at(-1)?.seq ?? head);
    this.rebase(next);
    for (const entry of next) this.client.onEntry(entry);
    this.countPending();
  }

  /** The room names the head of its stream. */
  receiveHead(seq: number): void {
    if (seq > (this.seq ?? 0)) this.catchUp();
  }

  /** Requests missing entries, even if that was done before: the response may be lost. */
  catchUpAgain(): void {
    this.isCatchingUp = false;
    this.catchUp();
  }

  disconnected(): void {
    this.isCatchingUp = false;
  }

  /**
   * Turns a change of the shown page into an op, and sends it soon.
   *
   * @param named the commands on the whole page or a section that made the change
   */
  share(change: Change, origin: ChangeOrigin, named: readonly NamedEdit[] = []): void {
    const { shared } = this;
    const { outbox } = this.client;
    if (origin === 'remote' || !shared) return;
    if (outbox.clientId === null) {
      this.earlyChanges.push([change, origin, named]);
      return;
    }
    const isReplay = origin === 'undo' || origin === 'redo';
    const isRestore = isReplay || origin === 'load';
    const edit = { change, named, isReplay, isRestore };
    const intents = editToIntents(edit, shared.records, this.resolveContext());
    const touched = new Set(
      [change.added, change.updated, change.removed].flatMap((part) => Object.keys(part)),
    );
    if (intents.length > 0) {
      const mid = this.addOp(intents, touched);
      if (origin === 'edit') this.undo.track(change, mid);
    }
    this.binding?.reconcile(touched, shared.records);
    this.countPending();
    outbox.sendSoon();
  }

  /**
   * Reverts pending ops that the role does not permit: the room will not acknowledge them.
   *
   * @param lastMid ops up to this one were accepted before the role changed
   */
  rejectPending(code: string, lastMid: number): void {
    const { outbox } = this.client;
    if (!this.shared) return;
    for (const op of outbox.pending.filter(({ mid }) => mid > lastMid)) {
      outbox.acknowledge(op.mid);
      this.undo.applied(op.mid, EMPTY_CHANGE);
      this.reject(op, code);
    }
    this.rebase([]);
    this.countPending();
  }

  /** Starts over from the room's page, which contains this client's ops up to `lastMid`. */
  private receivePage(message: RoomMessageOf<'welcome'>): void {
    const { outbox } = this.client;
    // An older page answers a hello that was sent twice.
    if (this.seq !== null && message.seq < this.seq) return;
    const page = this.readPage(message.page);
    if (!page) return;
    for (const { mid } of [...outbox.pending]) if (mid <= message.lastMid) outbox.acknowledge(mid);
    this.undo.forget(message.lastMid);
    this.setSeq(message.seq);
    if (this.shared) this.binding?.apply(this.shared.reset(page, outbox.pending));
    else {
      this.shared = this.createSharedPage(page);
      this.shared.receive([], outbox.pending);
    }
    this.countPending();
  }

  private catchUp(): void {
    if (this.isCatchingUp) return;
    this.isCatchingUp = true;
    this.client.send({ type: 'catch-up', lastSeq: this.seq ?? 0 });
    this.client.timers.once('catch-up', ROOM_TIMES.resendAfterMs, () => {
      if (this.isCatchingUp) this.catchUpAgain();
    });
  }

  /** Reads a page of the room. One that is invalid here was made for a newer client. */
  private readPage(value: unknown): Page | null {
    const { kits } = this.options;
    try {
      return parsePage(value, kits ? { kits } : {});
    } catch (error) {
      if (!(error instanceof CobbleError)) throw error;
      this.client.onUnreadablePage();
      return null;
    }
  }

  /** Applies entries below the pending ops, and shows the result in the editor. */
  private rebase(entries: readonly StreamEntry[]): void {
    const { pending, clientId } = this.client.outbox;
    const change = this.shared?.receive(entries, pending, (entry, applied) => {
      if (entry.clientId === clientId) this.undo.applied(entry.mid, applied);
    });
    if (change) this.binding?.apply(change);
  }

  /** Shows an op and adds it to the outbox. Returns its mid; null if it does not fit the page. */
  private addOp(intents: readonly Intent[], touched: Set<string>): number | null {
    const baseSeq = this.seq ?? this.options.baseSeq ?? 0;
    const locks = this.lockEpochs(intents);
    const op = { baseSeq, intents: [...intents], ...(locks ? { locks } : {}) };
    const shown = isOpTooLarge(op) ? null : this.shared?.add(intents);
    if (shown?.ok) {
      const { added, updated, removed } = shown.value.change;
      for (const part of [added, updated, removed])
        for (const uuid of Object.keys(part)) touched.add(uuid);
      return this.client.outbox.add(op).mid;
    }
    // The room would not accept it either.
    const { code, details } = shown ?? { code: 'too_large', details: undefined };
    this.reject({ mid: 0, ...op }, code, details);
    return null;
  }

  /** The epochs of the locks under which texts were edited, by block. */
  private lockEpochs(intents: readonly Intent[]): Record<string, number> | null {
    const locks: Record<string, number> = {};
    for (const { thingUuid } of textsOfIntents(intents)) {
      const epoch = this.client.locks.lastEpochOf(thingUuid);
      if (epoch !== null) locks[thingUuid] = epoch;
    }
    return Object.keys(locks).length > 0 ? locks : null;
  }

  /** Handles an acknowledgement if it belongs to a pending op. Keeps texts that were not applied. */
  private acknowledge({ clientId, mid, status, code, details }: Acknowledgement): void {
    const { outbox, texts } = this.client;
    const op = clientId === outbox.clientId ? outbox.acknowledge(mid) : null;
    if (!op) return;
    const gone = details?.gone;
    if (status === 'rejected') this.reject(op, code ?? 'malformed', details);
    else if (Array.isArray(gone)) texts.add(textsOfIntents(op.intents, new Set(gone.map(String))));
  }

  private reject(op: PendingOp, code: string, details?: Readonly<Record<string, unknown>>): void {
    const { mid, intents } = op;
    this.client.texts.add(textsOfIntents(intents));
    this.client.onRejected({ mid, code, intents, ...(details ? { details } : {}) });
  }

  private createSharedPage(page: Page): SharedPage {
    return this.parts.createSharedPage(page, () => this.resolveContext());
  }

  private resolveContext(): ResolveContext {
    const { kits = [], maxBlocks = null } = this.options;
    return {
      kits,
      maxBlocks,
      role: this.client.role() ?? 'owner',
      // Only the room rejects ops as too old.
      baseSeq: Infinity,
      isLockedByOther: (uuid) => this.client.locks.ofOthers.has(uuid),
      // The editor only undoes what was done in it.
      senderHistory: {
        hasAdded: () => true,
        hasLocked: () => true,
        hasRemoved: () => true,
      },
    };
  }

  private setSeq(seq: number): void {
    runInAction(() => this.head.set(seq));
  }

  private countPending(): void {
    runInAction(() => this.pending.set(this.client.outbox.pending.length));
  }
}
