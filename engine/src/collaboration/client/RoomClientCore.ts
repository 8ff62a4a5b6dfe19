import { EDITOR_VERSION } from '../../constants/editorVersion.ts';
import type { ChangeOrigin } from '../../editor/Editor.ts';
import type { Block } from '../../model/Block.ts';
import type { Change } from '../../model/Change.ts';
import { CobbleError } from '../../model/CobbleError.ts';
import type { Page } from '../../model/Page.ts';
import { parsePage } from '../../model/parsePage.ts';
import type { Point } from '../../model/Position.ts';
import { intentsOf } from '../intents/intentsOf.ts';
import type { ResolveContext } from '../intents/resolveIntents.ts';
import type { CloseReason, RoomRole } from '../protocol/codes.ts';
import type { ClientMessage } from '../protocol/clientMessages.ts';
import type { Intent } from '../protocol/intents.ts';
import { PROTOCOL, ROOM_TIMES } from '../protocol/limits.ts';
import { measureJson } from '../protocol/measureJson.ts';
import { readRoomMessage } from '../protocol/readMessage.ts';
import type { Acknowledgement, RoomMessage, RoomMessageOf } from '../protocol/roomMessages.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import { Timers } from '../Timers.ts';
import { ClientLocks } from './ClientLocks.ts';
import type { ClientParts } from './ClientParts.ts';
import { ClientConnection } from './ClientConnection.ts';
import { ClientState } from './ClientState.ts';
import { EditorBinding } from './EditorBinding.ts';
import { type FoundText, type LostText, textsOfBlock, textsOfIntents } from './lostTextsOf.ts';
import { opMessages } from './opMessages.ts';
import { OpQueue, type PendingOp } from './OpQueue.ts';
import { PeerBoard } from './PeerBoard.ts';
import type {
  RejectedOp,
  RoomClient,
  RoomClientEvents,
  RoomClientOptions,
  RoomClientStatus,
} from './RoomClient.ts';
import type { SharedPage } from './SharedPage.ts';
import { splitIntents } from './splitIntents.ts';

/** How long edits wait for each other before they are sent together, ms. */
const SEND_DELAY_MS = 20;
/** How often someone who only rests is told of anew, ms. */
const HEARTBEAT_MS = 1000;

/**
 * The client's machine: a queue of ops that outlives the tab, the confirmed page with what is
 * pending on top, and one connection at a time.
 */
export class RoomClientCore implements RoomClient {
  private readonly state = new ClientState();
  private readonly options: RoomClientOptions;
  private readonly parts: ClientParts;
  private readonly locks: ClientLocks;
  private readonly board: PeerBoard;
  private readonly listeners = new Set<RoomClientEvents>();
  private readonly timers: Timers;
  private readonly connection: ClientConnection;
  private queue: OpQueue | null = null;
  private shared: SharedPage | null = null;
  private binding: EditorBinding | null = null;
  private isCatchingUp = false;
  private doing: { selection: readonly string[]; cursor: Point | null } = {
    selection: [],
    cursor: null,
  };
  /** The lock that belongs to the text being edited; released once its last op was sent. */
  private editedUuid: string | null = null;

  constructor(options: RoomClientOptions, parts: ClientParts) {
    this.options = options;
    this.parts = parts;
    this.timers = new Timers(options.clock);
    this.connection = new ClientConnection(options.transport, this.timers, options.random, {
      hello: () => this.hello(),
      onMessage: (message) => this.receive(message),
      onEnd: (reason) => this.ended(reason),
    });
    const clientId = (): string => this.clientId ?? '';
    const send = (message: ClientMessage): void => this.connection.send(message);
    this.locks = new ClientLocks(options.clock, clientId, send);
    this.board = new PeerBoard(options.clock, clientId);
    const { editor } = options;
    if (editor) this.shared = parts.createShared(editor.stablePage, () => this.context());
    if (editor) this.bind();
    void this.start();
  }

  get status(): RoomClientStatus {
    return this.state.now.status;
  }
  get role(): RoomRole | null {
    return this.state.now.role;
  }
  get isReadOnly(): boolean {
    return this.state.now.isReadOnly;
  }
  get pendingCount(): number {
    return this.state.now.pendingCount;
  }
  get seq(): number | null {
    return this.state.now.seq;
  }
  get lostTexts(): readonly LostText[] {
    return this.state.now.lostTexts;
  }
  get clientId(): string | null {
    return this.queue?.clientId ?? null;
  }
  get peers() {
    return this.board.peers;
  }
  get locksOfOthers() {
    return this.locks.ofOthers;
  }
  get page(): Page | null {
    return this.shared?.records.toPage() ?? null;
  }

  dismissLostText(id: string): void {
    this.queue?.dismissText(id);
    this.showQueue();
  }

  commit(change: Change): void {
    this.share(change, 'edit');
  }

  acquireLocks(thingUuids: Iterable<string>): void {
    this.locks.acquire(thingUuids);
  }
  releaseLocks(thingUuids: Iterable<string>): void {
    this.sendOps();
    this.locks.release(thingUuids);
  }
  holdsLock(thingUuid: string): boolean {
    return this.locks.epochOf(thingUuid) !== null;
  }

  sendCursor(point: Point | null): void {
    this.doing = { ...this.doing, cursor: point };
    this.timers.once('cursor', ROOM_TIMES.presenceIntervalMs, () => this.tellDoing());
  }

  listen(events: RoomClientEvents): () => void {
    this.listeners.add(events);
    return () => this.listeners.delete(events);
  }

  flush(): void {
    this.timers.stop('send');
    this.sendOps();
  }

  close(): void {
    this.flush();
    this.state.set({ status: 'closed' });
    this.connection.end();
    this.binding?.close();
    this.locks.close();
    this.board.clear();
  }

  private get isClosed(): boolean {
    return this.status === 'closed';
  }

  private bind(): void {
    const { editor, clock } = this.options;
    if (!editor) return;
    this.binding = new EditorBinding(editor, clock, {
      onCommit: (change, origin) => this.share(change, origin),
      onSelection: (selection) => {
        this.doing = { ...this.doing, selection };
        this.timers.once('cursor', ROOM_TIMES.presenceIntervalMs, () => this.tellDoing());
      },
      onProgress: (message) => this.send(message),
      onTextEditing: (uuid) => {
        if (this.editedUuid !== null) this.releaseLocks([this.editedUuid]);
        this.editedUuid = uuid;
        if (uuid !== null) this.locks.acquire([uuid]);
      },
      onLost: (block: Block) => this.keepTexts(textsOfBlock(block.uuid, block.content)),
    });
  }

  private async start(): Promise<void> {
    const queue = await OpQueue.load(this.options.storage, this.options.createId);
    if (this.isClosed) return;
    // What was done while the storage was read waits with what was kept.
    const early = this.early.splice(0);
    this.queue = queue;
    if (this.shared) this.enter(this.shared.receive([], queue.pending));
    for (const [change, origin] of early) this.share(change, origin);
    this.showQueue();
    this.connection.connect();
  }

  private readonly early: [Change, ChangeOrigin][] = [];

  private hello(): ClientMessage | null {
    const { queue } = this;
    if (!queue) return null;
    queue.rewind(0);
    return {
      type: 'hello',
      protocol: PROTOCOL,
      editorVersion: EDITOR_VERSION,
      clientId: queue.clientId,
      lastSeq: this.seq ?? this.options.baseSeq ?? null,
      lastMid: queue.answeredMid,
      authenticate: { accountId: this.options.accountId },
    };
  }

  private ended(reason: CloseReason | undefined): boolean {
    this.isCatchingUp = false;
    this.board.clear();
    const { status } = this;
    if (status === 'closed' || status === 'refused') return false;
    const mustUpgrade = reason === 'upgrade_required' || status === 'upgrade_required';
    this.state.set({ status: mustUpgrade ? 'upgrade_required' : 'connecting' });
    return !mustUpgrade;
  }

  private receive(value: unknown): void {
    const message = readRoomMessage(value);
    if (!message || this.isClosed) return;
    if (message.type === 'welcome') this.welcome(message);
    else if (message.type === 'upgrade-required') this.state.set({ status: 'upgrade_required' });
    else if (message.type === 'error') this.failed(message);
    else if (this.connection.isWelcome) this.handle(message);
  }

  private handle(
    message: Exclude<RoomMessage, { type: 'welcome' | 'upgrade-required' | 'error' }>,
  ): void {
    switch (message.type) {
      case 'stream':
        this.takeEntries(message.entries);
        break;
      case 'head':
        if (message.seq > (this.seq ?? 0)) this.catchUp();
        break;
      case 'resend':
        this.queue?.rewind(message.lastMid);
        this.sendOps();
        break;
      case 'lock-acquired':
        this.locks.acquired(message);
        break;
      case 'lock-released':
        this.locks.released(message);
        break;
      case 'lock-refused':
        this.locks.refused(message);
        break;
      case 'presence':
        this.board.tell(message);
        break;
      case 'role':
        this.state.set({ role: message.role });
        break;
      case 'update-with-published-page':
        this.published(message);
        break;
    }
  }

  private welcome(message: RoomMessageOf<'welcome'>): void {
    const { queue } = this;
    if (!queue) return;
    this.connection.welcomed();
    this.isCatchingUp = false;
    this.state.set({ status: 'live', role: message.role, isReadOnly: message.readOnly });
    for (const fate of message.acknowledged) this.answered(fate);
    if (message.page !== undefined) this.takePage(message);
    else {
      this.state.set({ seq: this.seq ?? this.options.baseSeq ?? 0 });
      this.takeEntries(message.entries);
    }
    this.locks.welcome(message.locks);
    this.board.welcome(message.present);
    queue.rewind(message.lastMid);
    this.sendOps();
    this.tellDoing();
  }

  /** Starts over from the room's page; ops that it holds already are pending no longer. */
  private takePage(message: RoomMessageOf<'welcome'>): void {
    const { queue } = this;
    // A page that is older than what is here comes of a hello that was answered twice.
    if (!queue || (this.seq !== null && message.seq < this.seq)) return;
    const page = this.readPage(message.page);
    if (!page) return;
    for (const { mid } of [...queue.pending]) if (mid <= message.lastMid) queue.answer(mid);
    this.state.set({ seq: message.seq });
    if (this.shared) this.enter(this.shared.reset(page, queue.pending));
    else {
      this.shared = this.parts.createShared(page, () => this.context());
      this.shared.receive([], queue.pending);
    }
    this.showQueue();
  }

  private readPage(value: unknown): Page | null {
    try {
      return parsePage(value, this.options.kits ? { kits: this.options.kits } : {});
    } catch (error) {
      if (!(error instanceof CobbleError)) throw error;
      // A page that this client cannot read was made for a newer one.
      this.state.set({ status: 'upgrade_required' });
      return null;
    }
  }

  private takeEntries(entries: readonly StreamEntry[]): void {
    const { queue } = this;
    const head = this.seq ?? 0;
    const next = entries.filter(({ seq }) => seq > head);
    const [first] = next;
    if (!queue || !first) return;
    if (this.parts.isGap(head, first.seq)) {
      this.catchUp();
      return;
    }
    this.isCatchingUp = false;
    for (const entry of next) this.answered(entry);
    this.state.set({ seq: next.at(-1)?.seq ?? head });
    if (this.shared) this.enter(this.shared.receive(next, queue.pending));
    for (const entry of next) this.tell((each) => each.onEntry?.(entry));
    this.showQueue();
  }

  private catchUp(): void {
    if (this.isCatchingUp) return;
    this.isCatchingUp = true;
    this.send({ type: 'catch-up', lastSeq: this.seq ?? 0 });
    this.timers.once('catch-up', ROOM_TIMES.resendAfterMs, () => {
      if (!this.isCatchingUp) return;
      this.isCatchingUp = false;
      this.catchUp();
    });
  }

  /** The room has said what became of an op; if it was this client's. */
  private answered(fate: Acknowledgement): void {
    if (fate.clientId !== this.clientId) return;
    const op = this.queue?.answer(fate.mid);
    if (!op) return;
    this.watchAnswers();
    const gone = fate.details?.gone;
    if (fate.status === 'rejected') {
      this.reject(op, fate.code ?? 'malformed', fate.details);
    } else if (Array.isArray(gone)) {
      this.keepTexts(textsOfIntents(op.intents, new Set(gone.map(String))));
    }
  }

  private reject(op: PendingOp, code: string, details?: Readonly<Record<string, unknown>>): void {
    this.keepTexts(textsOfIntents(op.intents));
    const rejected: RejectedOp = { mid: op.mid, code, intents: op.intents };
    this.tell((each) => each.onRejected?.(details ? { ...rejected, details } : rejected));
  }

  private keepTexts(texts: readonly FoundText[]): void {
    const { queue } = this;
    for (const { thingUuid, text } of texts)
      queue?.keepText({
        id: this.options.createId(),
        thingUuid,
        text,
        keptAtMs: this.options.clock.now(),
      });
    this.showQueue();
  }

  private failed({ code, retryAfterMs }: RoomMessageOf<'error'>): void {
    if (code === 'rate_limited') {
      this.queue?.rewind(0);
      this.timers.once('send', retryAfterMs ?? 1000, () => this.sendOps());
    } else if (code === 'not_permitted' || code === 'read_only') {
      this.refusePending(code);
    } else if (code === 'account_mismatch' || code === 'client_id_taken') {
      this.state.set({ status: 'refused' });
      this.connection.end();
    } else if (code === 'protocol_too_new') {
      this.timers.once('hello', retryAfterMs ?? 60_000, () => this.connection.sayHello());
    }
  }

  /** What a role does not allow is taken back here, as the room will never answer for it. */
  private refusePending(code: string): void {
    const { queue, shared } = this;
    if (!queue || !shared) return;
    for (const op of [...queue.pending]) {
      queue.answer(op.mid);
      this.reject(op, code);
    }
    this.enter(shared.receive([], queue.pending));
    this.showQueue();
  }

  /** Makes ops of a change that was made here, shows them, and sends them soon. */
  private share(change: Change, origin: ChangeOrigin): void {
    const { queue, shared } = this;
    if (origin === 'remote' || !shared) return;
    if (!queue) {
      this.early.push([change, origin]);
      return;
    }
    const isReplay = origin === 'undo' || origin === 'redo';
    const isRestore = isReplay || origin === 'load';
    const intents = intentsOf(change, shared.records, { isReplay, isRestore });
    const touched = new Set(
      [change.added, change.updated, change.removed].flatMap((part) => Object.keys(part)),
    );
    for (const each of splitIntents(intents)) this.addOp(each, touched);
    this.binding?.reconcile(touched, shared.records);
    this.showQueue();
    this.timers.once('send', SEND_DELAY_MS, () => this.sendOps());
  }

  private addOp(intents: readonly Intent[], touched: Set<string>): void {
    const { queue, shared } = this;
    if (!queue || !shared) return;
    const op = { baseSeq: this.seq ?? 0, intents: [...intents], ...this.claimsOf(intents) };
    const isTooLarge = measureJson(op) === null;
    const shown = isTooLarge ? null : shared.add(intents);
    if (shown?.ok) {
      const { added, updated, removed } = shown.value.change;
      for (const part of [added, updated, removed])
        for (const uuid of Object.keys(part)) touched.add(uuid);
      queue.add(op);
      return;
    }
    // What does not fit the page here the room would not take either.
    const { code, details } = shown ?? { code: 'too_large', details: undefined };
    this.reject({ mid: 0, ...op }, code, details);
  }

  /** The locks under which texts were edited. */
  private claimsOf(intents: readonly Intent[]): { locks?: Record<string, number> } {
    const locks: Record<string, number> = {};
    for (const { thingUuid } of textsOfIntents(intents)) {
      const epoch = this.locks.lastEpochOf(thingUuid);
      if (epoch !== null) locks[thingUuid] = epoch;
    }
    return Object.keys(locks).length > 0 ? { locks } : {};
  }

  private sendOps(): void {
    const { queue } = this;
    if (!queue || !this.connection.isWelcome) return;
    for (const message of opMessages(queue.unsent)) {
      this.send(message);
      queue.sent(message.ops.at(-1)?.mid ?? 0);
    }
    if (queue.pending.length > 0) this.watchAnswers();
  }

  /** Ops that are not answered for long enough were lost, or their answer was. */
  private watchAnswers(): void {
    this.timers.stop('answers');
    if (!this.queue || this.queue.pending.length === 0) return;
    this.timers.once('answers', ROOM_TIMES.resendAfterMs, () => {
      this.queue?.rewind(0);
      this.isCatchingUp = false;
      this.catchUp();
      this.sendOps();
    });
  }

  private published({ seq, page, publishedBy }: RoomMessageOf<'update-with-published-page'>): void {
    const { editor } = this.options;
    const { revision, updatedAt } = page;
    const isOld = (this.seq ?? 0) > seq || this.pendingCount > 0 || editor?.isInProgress === true;
    const told = {
      ...(revision === undefined ? {} : { revision }),
      ...(updatedAt === undefined ? {} : { updatedAt }),
    };
    if (editor && !isOld) editor.markPublished(told);
    const { accountId, name } = publishedBy;
    this.tell((each) => each.onPublished?.({ seq, accountId, name: name ?? null }));
  }

  private tellDoing(): void {
    const { cursor, selection } = this.doing;
    this.send({ type: 'cursor', point: cursor });
    this.send({ type: 'selection', thingUuids: [...selection] });
    if (cursor || selection.length > 0)
      this.timers.once('cursor', HEARTBEAT_MS, () => this.tellDoing());
  }

  private enter(change: Change): void {
    this.binding?.enter(change);
  }

  private context(): ResolveContext {
    const { kits, maxBlocks } = this.options;
    return {
      kits: kits ?? [],
      maxBlocks: maxBlocks ?? null,
      role: this.role ?? 'owner',
      isHeldByOther: (uuid) => this.locks.ofOthers.has(uuid),
    };
  }

  private showQueue(): void {
    this.state.set({
      pendingCount: this.queue?.pending.length ?? 0,
      lostTexts: this.queue?.lostTexts ?? [],
    });
  }

  private send(message: ClientMessage): void {
    this.connection.send(message);
  }

  private tell(each: (events: RoomClientEvents) => void): void {
    for (const events of [...this.listeners]) each(events);
  }
}
