import { observable, runInAction } from 'mobx';
import type { Block } from '../../model/Block.ts';
import {
  type Change,
  diffFields,
  diffPages,
  createMutableChange,
  recordChange,
  withPage,
} from '../../model/Change.ts';
import { CobbleError } from '../../model/CobbleError.ts';
import type { Page } from '../../model/Page.ts';
import { refuse, type Result } from '../../model/Result.ts';
import { parsePage } from '../../parsing/parsePage.ts';
import { resolveIntents, type ResolvedOp } from '../merge/resolveIntents.ts';
import type { ResolveContext } from '../merge/Resolution.ts';
import { StreamHistory } from '../merge/StreamHistory.ts';
import { applyEntries } from '../page/pagePatch.ts';
import { PageRecords } from '../page/PageRecords.ts';
import type { ClientMessage } from '../protocol/clientMessages.ts';
import type { OpRejection, RoomRole } from '../protocol/codes.ts';
import type { Intent } from '../protocol/intents.ts';
import { ROOM_LIMITS, ROOM_TIMES } from '../protocol/limits.ts';
import type { RoomMessageOf } from '../protocol/roomMessages.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import type { Timers } from '../Timers.ts';
import type { PendingOp } from './Outbox.ts';
import type { RoomClientOptions } from './RoomClientOptions.ts';

/** A page as it is in the stream, without pending ops. */
export interface BasePage {
  readonly page: Page;
  /** The seq that the page corresponds to; null if unknown. */
  readonly seq: number | null;
}

/** An op of this client, as it was made. */
export type MadeOp = Pick<PendingOp, 'baseSeq' | 'intents'>;

/** What a shared page needs from its client. */
export interface SharedPageClient {
  readonly timers: Timers;
  /** The seq that the page corresponds to before the first welcome; null if it is unknown. */
  readonly baseSeq: number | null;
  readonly send: (message: ClientMessage) => void;
  readonly role: () => RoomRole | null;
  readonly isLockedByOther: (uuid: string) => boolean;
  /** Whether a client id of the stream is this client's. */
  readonly isOwnId: (clientId: string) => boolean;
  /** The client's unacknowledged ops, in order. */
  readonly pending: () => readonly PendingOp[];
  /** The next entries have arrived; an entry of this client acknowledges its op. */
  readonly onArrived: (entries: readonly StreamEntry[]) => void;
  /** An entry was applied below the pending ops; `change` is empty if its op was rejected. */
  readonly onApplied: (entry: StreamEntry, change: Change) => void;
  /** The effect of a pending op on the page as it is now; null if the op does not fit. */
  readonly onPredicted: (mid: number, effect: Change | null) => void;
  /** The shown page has changed. */
  readonly onChange: (change: Change) => void;
  /** The entries are part of the shown page. */
  readonly onShown: (entries: readonly StreamEntry[]) => void;
  /** The room has sent a page that is invalid here. */
  readonly onUnreadablePage: () => void;
}

/**
 * The page that a client shows: the room's page with the pending ops applied on top. Entries of the
 * stream go below the pending ops: roll back, apply, replay. The cost depends on the number of
 * entries and pending ops, not on the size of the page. Requests entries that are missing.
 */
export class SharedPage {
  private shown: PageRecords | null;
  private readonly head = observable.box<number | null>(null);
  private isCatchingUp = false;
  /** Whether kits may have migrated blocks of the page, which only the room may do. */
  private isMigrated = false;
  private readonly history = new StreamHistory(0);
  /** Ids of blocks that own ops could not add. Unless they existed before, nobody removed them. */
  private readonly neverAdded = new Set<string>();
  /** Whether a pending op does not fit. */
  private hasHidden = false;
  /** Ops that were pending when the entries that are being applied arrived. */
  private acknowledged: readonly PendingOp[] = [];
  private readonly configuration: Pick<RoomClientOptions, 'kits' | 'maxBlocks'>;
  private readonly client: SharedPageClient;

  /**
   * @param page the page until the room sends one or the entries after it; null for none
   * @param configuration kits and block limit, read at each use: those of an editor may change
   */
  constructor(
    page: Page | null,
    configuration: Pick<RoomClientOptions, 'kits' | 'maxBlocks'>,
    client: SharedPageClient,
  ) {
    this.configuration = configuration;
    this.client = client;
    this.shown = page && recordsOf(page, this.baseSeq);
  }

  /** The seq of the newest entry received; null before the first welcome. Observable. */
  get seq(): number | null {
    return this.head.get();
  }

  /** The seq that the page corresponds to; null if it is unknown. */
  get knownSeq(): number | null {
    return this.seq ?? this.client.baseSeq;
  }

  /**
   * The seq after which the room should continue the stream; null to get the whole page, because this
   * page does not equal the room's page at any seq, as far as is known.
   */
  get resumeSeq(): number | null {
    return this.isMigrated ? this.seq : this.knownSeq;
  }

  /** The seq that ops are based on. */
  get baseSeq(): number {
    return this.knownSeq ?? 0;
  }

  /** The page as shown; null before there is one. */
  get records(): PageRecords | null {
    return this.shown;
  }

  /** The page without pending ops; null before there is one. Costs O(blocks). */
  get basePage(): BasePage | null {
    return this.shown && { page: this.shown.toPageBefore(), seq: this.knownSeq };
  }

  /** What the effect of an op that is made now depends on, apart from the page. */
  get context(): ResolveContext {
    return this.contextOf(this.baseSeq);
  }

  private contextOf(baseSeq: number): ResolveContext {
    const { kits = [], maxBlocks = null } = this.configuration;
    // The editor only undoes what was done in it.
    const isOwn = (uuid: string): boolean =>
      !this.neverAdded.has(uuid) || this.shown?.tombstones.of(uuid) !== undefined;
    return {
      kits,
      maxBlocks,
      role: this.client.role() ?? 'owner',
      baseSeq,
      isLockedByOther: this.client.isLockedByOther,
      senderHistory: this.history.of(this.client.isOwnId, isOwn),
    };
  }

  /** Applies an op of this client on top. */
  add(op: MadeOp): Result<ResolvedOp, OpRejection> {
    if (!this.shown) return refuse('malformed');
    // As the room numbers it if nobody else's op comes first.
    this.shown.seq += 1;
    return this.resolve(this.shown, op);
  }

  /**
   * Whether this page can continue from a welcome. It cannot if kits may have migrated blocks of it,
   * here or before it was stored: if these have later content than blocks of the room, or the entries
   * change their version. Then `resumeSeq` is null.
   */
  canContinue({
    page,
    contentVersions = [],
    entries,
  }: Pick<RoomMessageOf<'welcome'>, 'page' | 'contentVersions' | 'entries'>): boolean {
    if (page !== undefined || this.seq !== null) return true;
    const versions = new Map(contentVersions.map(({ type, version }) => [type, version]));
    const updates = entries.flatMap(({ patch }) => patch.updated ?? []);
    const changed = new Set(
      updates
        .filter(({ values }) => values?.some(({ path: [first] }) => first === 'contentVersion'))
        .map(({ uuid }) => uuid),
    );
    this.isMigrated = Object.values(this.basePage?.page.things ?? {}).some(
      ({ uuid, type, contentVersion = 1 }) =>
        contentVersion > 1 && (contentVersion > (versions.get(type) ?? 1) || changed.has(uuid)),
    );
    return !this.isMigrated;
  }

  /** Continues from the room's welcome: with its page, or with the entries missing here. */
  welcome({
    page,
    seq,
    entries,
  }: Pick<RoomMessageOf<'welcome'>, 'page' | 'seq' | 'entries'>): void {
    this.isCatchingUp = false;
    if (page === undefined) {
      this.setSeq(this.baseSeq);
      this.receive(entries);
      return;
    }
    // An older page is the response to a repeated hello.
    const read = this.seq !== null && seq < this.seq ? null : this.readPage(page);
    if (!read) return;
    this.setSeq(seq);
    this.reset(read);
  }

  /** Applies the next entries of the stream; if there is a gap before them, requests what is missing. */
  receive(entries: readonly StreamEntry[]): void {
    const head = this.seq ?? 0;
    const next = entries.filter(({ seq }) => seq > head);
    const [first] = next;
    if (!first) return;
    if (this.isGap(head, first.seq)) {
      this.catchUp();
      return;
    }
    this.isCatchingUp = false;
    if (!next.every(({ patch }) => patch.whole === undefined || this.readPage(patch.whole))) return;
    const acknowledged = this.client.pending();
    this.client.onArrived(next);
    this.setSeq(next.at(-1)?.seq ?? head);
    this.acknowledged = acknowledged;
    this.rebase(next);
    this.acknowledged = [];
    this.client.onShown(next);
  }

  /** Called when the room has announced the head of its stream. */
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

  /** Shows the page with the ops that are pending now. */
  refresh(): void {
    this.rebase([]);
  }

  /** Called when others' locks have ended: pending ops that they hid may fit now. */
  locksEnded(): void {
    if (this.hasHidden) this.refresh();
  }

  /** Starts over from a whole page, and shows it with the ops that are pending now. */
  reset(page: Page): void {
    const before = this.shown?.toPage();
    const { mostBlocks = 0 } = this.shown ?? {};
    this.shown = recordsOf(page, this.baseSeq);
    this.shown.mostBlocks = mostBlocks;
    // The page may come without tombstones, which tell apart the blocks that existed before.
    this.neverAdded.clear();
    this.replay(this.shown);
    if (before) this.client.onChange(diffPages(before, this.shown.toPage()));
  }

  /** Applies an op as the room is expected to. */
  protected resolve(
    shown: PageRecords,
    { intents, baseSeq }: MadeOp,
  ): Result<ResolvedOp, OpRejection> {
    return resolveIntents(shown, intents, this.contextOf(baseSeq));
  }

  /** Whether entries are missing between the head of the stream here and the first one received. */
  protected isGap(headSeq: number, firstSeq: number): boolean {
    return firstSeq > headSeq + 1;
  }

  /** Applies entries below the pending ops. Returns how the shown page changed. */
  protected applyBelow(shown: PageRecords, entries: readonly StreamEntry[]): Change {
    const before = new Map<string, Block | undefined>();
    const fieldsBefore = shown.fields;
    for (const uuid of shown.written) before.set(uuid, shown.blocks.get(uuid));
    shown.rollBack();
    shown.begin();
    this.apply(shown, entries);
    recordBefore(shown, before);
    shown.end();
    shown.tombstones.trim(ROOM_LIMITS.maxTombstones);
    shown.begin();
    this.replay(shown);
    recordBefore(shown, before);
    const recorded = createMutableChange();
    for (const [uuid, was] of before) recordChange(recorded, uuid, was, shown.blocks.get(uuid));
    return withPage(recorded, diffFields(fieldsBefore, shown.fields));
  }

  protected apply(shown: PageRecords, entries: readonly StreamEntry[]): void {
    for (const entry of entries) {
      shown.begin();
      applyEntries(shown, [entry]);
      this.noteUnnamed(shown, entry);
      for (const { uuid } of entry.patch.added ?? []) this.neverAdded.delete(uuid);
      this.history.add(entry);
      this.client.onApplied(entry, shown.commit());
    }
  }

  /** Notes which blocks an own op has removed without naming them; an undo of it restores those. */
  private noteUnnamed({ tombstones }: PageRecords, { clientId, mid, patch }: StreamEntry): void {
    if (!patch.removedUuids || !this.client.isOwnId(clientId)) return;
    const op = this.acknowledged.find((each) => each.clientId === clientId && each.mid === mid);
    const intents = op?.intents as readonly Intent[] | undefined;
    const named = new Set(
      intents?.flatMap((intent) => (intent.type === 'remove-things' ? intent.removedUuids : [])) ??
        patch.removedUuids,
    );
    for (const uuid of patch.removedUuids) {
      const removal = tombstones.of(uuid);
      if (removal && !named.has(uuid)) tombstones.set(uuid, { ...removal, isNamed: false });
    }
  }

  private rebase(entries: readonly StreamEntry[]): void {
    if (this.shown) this.client.onChange(this.applyBelow(this.shown, entries));
  }

  /** Applies pending ops again. One that no longer fits is not shown; the room decides about it. */
  private replay(shown: PageRecords): void {
    shown.seq = this.baseSeq;
    this.hasHidden = false;
    for (const op of this.client.pending()) {
      shown.seq += 1;
      const resolved = this.resolve(shown, op);
      this.hasHidden ||= !resolved.ok;
      for (const uuid of addedBy(op.intents))
        if (resolved.ok) this.neverAdded.delete(uuid);
        else this.neverAdded.add(uuid);
      this.client.onPredicted(op.mid, resolved.ok ? resolved.value.change : null);
    }
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
    try {
      // Without the kits, which would migrate blocks: only the room may do that.
      return parsePage(value);
    } catch (error) {
      if (!(error instanceof CobbleError)) throw error;
      this.client.onUnreadablePage();
      return null;
    }
  }

  private setSeq(seq: number): void {
    runInAction(() => this.head.set(seq));
  }
}

/** Records of a page at a seq, in a step that contains the pending ops. */
function recordsOf(page: Page, seq: number): PageRecords {
  const records = new PageRecords(page);
  records.seq = seq;
  records.begin();
  return records;
}

/** The ids of the blocks that an op adds. */
function addedBy(intents: readonly unknown[]): string[] {
  return (intents as readonly Intent[]).flatMap((intent) =>
    intent.type === 'add-things' ? intent.things.map(({ uuid }) => uuid) : [],
  );
}

/** Records the prior state of blocks written in the current step, unless already recorded. */
function recordBefore(shown: PageRecords, before: Map<string, Block | undefined>): void {
  for (const uuid of shown.written) if (!before.has(uuid)) before.set(uuid, shown.before(uuid));
}
