import { observable, runInAction } from 'mobx';
import { EDITOR_VERSION } from '../../constants/editorVersion.ts';
import type { Kit } from '../../blocks/Kit.ts';
import { guardedKits, guardOf, readKits } from '../../blocks/readKits.ts';
import { readChange } from '../../editor/checkPage.ts';
import type { Editor } from '../../editor/Editor.ts';
import { roomAccessOf } from '../../editor/roomAccess.ts';
import { orThrow, readFinitePoint, readIds } from '../../editor/readArguments.ts';
import { CallGuard } from '../../model/CallGuard.ts';
import type { Change } from '../../model/Change.ts';
import { checkFunction, checkMisspelt, checkString, inputError } from '../../model/inputError.ts';
import { EventQueue } from '../../model/EventQueue.ts';
import { deepFreeze } from '../../model/json.ts';
import type { Page } from '../../model/Page.ts';
import { asyncProblem } from '../../model/promises.ts';
import type { Point } from '../../model/Position.ts';
import { type CloseReason, mayWrite, type RoomRole } from '../protocol/codes.ts';
import type { ClientMessage } from '../protocol/clientMessages.ts';
import { PROTOCOL, ROOM_LIMITS, ROOM_TIMES } from '../protocol/limits.ts';
import { readRoomMessage } from '../protocol/readMessage.ts';
import type { Lock, Presence, RoomMessageOf } from '../protocol/roomMessages.ts';
import { checkedClock } from '../checkedClock.ts';
import type { Clock } from '../Clock.ts';
import { reporterOf } from '../reporterOf.ts';
import { Timers } from '../Timers.ts';
import { checkClientOptions } from './checkClientOptions.ts';
import { createdId } from './createdId.ts';
import { ClientConnection, type ConnectionHandlers } from './ClientConnection.ts';
import { ClientLocks } from './ClientLocks.ts';
import { ClientPresence } from './ClientPresence.ts';
import { ClientStorage, type StorageStatus } from './ClientStorage.ts';
import { EditorBinding } from './EditorBinding.ts';
import { type Handover, handOver, takeOver } from './Handover.ts';
import { LeftLocks } from './LeftLocks.ts';
import { LostTexts, type LostText, textsOfBlock } from './LostTexts.ts';
import { Outbox } from './Outbox.ts';
import { type EarlyChange, OwnOps } from './OwnOps.ts';
import type { RoomClientEvents, RoomClientOptions, RoomClientStatus } from './RoomClientOptions.ts';
import { RoomPeople } from './RoomPeople.ts';
import type { RoomStorage } from './RoomStorage.ts';
import { type BasePage, SharedPage } from './SharedPage.ts';
import { takeFirstEdits } from './takeFirstEdits.ts';

const EVENTS = [
  ...(['onEntry', 'onRejected', 'onPublished', 'onStorageStatus'] as const),
] satisfies (keyof RoomClientEvents)[];

const MAX_RECONNECT_DELAY_MS = 30_000;

/** The parts of a client that fuzz tests replace with faulty ones. */
export interface ClientParts {
  readonly createSharedPage: (...args: ConstructorParameters<typeof SharedPage>) => SharedPage;
  /** The size of the parts of large ops; tests use a smaller one. */
  readonly partChars: number;
}

const CLIENT_PARTS: ClientParts = {
  createSharedPage: (...args) => new SharedPage(...args),
  partChars: ROOM_LIMITS.partChars,
};

/** By storage, settles when its latest client has read it and stored the edits made until then. */
const starts = new WeakMap<RoomStorage, Promise<void>>();

interface State {
  readonly status: RoomClientStatus;
  readonly role: RoomRole | null;
  readonly isReadOnly: boolean;
}

/**
 * Creates the client of one tab in a page's room. It shows the confirmed page with its own pending
 * ops on top, shares the editor's commits, and repeats each op until the room acknowledges it.
 *
 * @throws CobbleError `kit_invalid` if `kits` are invalid, `input_invalid` for an option that is
 *   missing or of the wrong type, or if `createId` throws or returns an invalid id (details: `path`)
 */
export function createRoomClient(options: RoomClientOptions): RoomClient {
  checkClientOptions(options);
  return new RoomClient(options);
}

/**
 * One tab's end of a page's room. It reads its storage, connects, and is `live` from the room's
 * welcome until the connection breaks; then it reconnects with growing delays. Properties are
 * MobX-observable unless noted otherwise.
 */
export class RoomClient {
  private readonly state = observable.box<State>(
    { status: 'connecting', role: null, isReadOnly: false },
    { deep: false },
  );
  private readonly options: RoomClientOptions;
  /** The kits of a client without an editor. */
  private readonly kits: readonly Kit[];
  private readonly clock: Clock;
  private readonly report: (error: unknown) => void;
  private readonly queue = new EventQueue((_, error) => this.report(error));
  private readonly events =
    this.queue.source<[call: (events: RoomClientEvents) => void]>('room client');
  private readonly timers: Timers;
  private readonly storage: ClientStorage;
  private readonly outbox: Outbox;
  private readonly shared: SharedPage;
  private readonly ownOps: OwnOps;
  private readonly locks: ClientLocks;
  private readonly presence: ClientPresence;
  /** The other people in the room, and what this client shows them. */
  readonly people: RoomPeople;
  private readonly texts: LostTexts;
  /** The editor that shows the page; null without one, and when the client is closed. */
  private binding: EditorBinding | null;
  private readonly connection: ClientConnection;
  /**
   * Until the storage is read, the base page of the editor's last client, whose pending ops are in the
   * storage; null if there was none.
   */
  private base: BasePage | null;
  /**
   * What the editor's last client has left; null if there was none, and once this client has taken it
   * over: it refers to the last client, which would otherwise stay in memory, as would all before it.
   */
  private inherited: Handover | null;
  /** What was edited before this client had read the storage. */
  private readonly earlyChanges: EarlyChange[];
  /** Whether the room has welcomed this client on the current connection. */
  private isWelcomed = false;
  private reconnects = 0;
  private isRandomFailing = false;
  /** The block whose text is being edited. It is locked until editing ends. */
  private editedUuid: string | null = null;

  /** Use `createRoomClient`, which checks the options. */
  constructor(options: RoomClientOptions, parts: Partial<ClientParts> = {}) {
    const { editor } = options;
    const { createSharedPage, partChars } = { ...CLIENT_PARTS, ...parts };
    this.options = options;
    this.kits = guardedKits(readKits(options.kits), new CallGuard());
    this.report = reporterOf(options);
    const clock = checkedClock(options.clock, this.report);
    this.clock = clock;
    // Called now, so that the host gets the error if the function is wrong.
    let firstId: string | null = createdId(options);
    this.timers = new Timers(clock);
    const handlers: ConnectionHandlers = {
      onOpen: () => {
        this.outbox.join();
        this.sayHello();
      },
      onMessage: (message) => this.act(() => this.receive(message)),
      onClose: (reason) =>
        this.act(() => {
          this.disconnect();
          this.disconnected(reason);
        }),
    };
    this.connection = new ClientConnection(options.transport, handlers, this.report);
    const storage = new ClientStorage(options.storage, clock, (status, error) => {
      if (status === 'failing') this.report(error);
      this.emit((each) => each.onStorageStatus?.(status));
    });
    this.storage = storage;
    const send = (message: ClientMessage): void => this.send(message);
    const sendAsItself = (message: ClientMessage): void => this.sendAsItself(message);
    const ownId = (): string => this.outbox.ownId;
    const pageId = editor ? editor.fields.ID : null;
    const leftLocks = new LeftLocks(storage, { pageId, accountId: options.accountId });
    this.locks = new ClientLocks(clock, ownId, sendAsItself, (thingUuids) =>
      leftLocks.store(this.outbox.ownId, thingUuids),
    );
    const { isQuiet = false } = options;
    const isWelcomed = (): boolean => this.isWelcomed && this.outbox.isJoinedAsItself;
    const connection = { send: sendAsItself, isWelcomed };
    this.presence = new ClientPresence(clock, this.timers, ownId, connection, isQuiet);
    this.people = new RoomPeople(this.presence, () => this.checkMayAct());
    this.texts = new LostTexts(
      storage,
      pageId,
      () => this.textId(),
      () => clock.now(),
    );
    this.outbox = new Outbox(storage, this.timers, partChars, {
      pageId,
      accountId: options.accountId,
      // A room would reject ops for a page that a newer editor has made: a newer tab sends them.
      maySend: () => this.isWelcomed && !this.isReadOnly,
      send,
      catchUp: () => this.shared.catchUpAgain(),
      rejoin: () => this.rejoin(),
      createId: () => {
        const id = firstId ?? createdId(options);
        firstId = null;
        return id;
      },
      leftLocks,
    });
    const { baseSeq = null } = options;
    const inherited = editor ? takeOver(editor) : null;
    const first = editor ? takeFirstEdits(editor) : null;
    this.inherited = inherited;
    this.earlyChanges = inherited?.changes ?? first?.changes ?? [];
    this.base = inherited && (inherited.base ?? { page: inherited.shown, seq: baseSeq });
    const shown = inherited?.shown ?? first?.page ?? editor?.stablePage ?? null;
    this.shared = createSharedPage(shown, editor ?? { ...options, kits: this.kits }, {
      baseSeq: this.base ? this.base.seq : baseSeq,
      timers: this.timers,
      send,
      role: () => this.role,
      isLockedByOther: (uuid) => this.locks.ofOthers.has(uuid),
      isOwnId: (clientId) => this.outbox.isOwnId(clientId),
      pending: () => this.outbox.pending,
      onArrived: (entries) => {
        for (const entry of entries) this.ownOps.acknowledge(entry);
      },
      onApplied: (entry, change) => this.ownOps.applied(entry, change),
      onPredicted: (mid, effect) => this.ownOps.predicted(mid, effect),
      onChange: (change) => this.binding?.apply(change),
      onShown: (entries) => {
        for (const entry of entries) this.emit((each) => each.onEntry?.(deepFreeze(entry)));
        this.ownOps.afterDecision();
        if (entries.some(({ clientId: author }) => author === this.clientId))
          this.locks.requestUnknown();
      },
      onUnreadablePage: () => this.set({ status: 'upgrade_required' }),
    });
    this.ownOps = new OwnOps({
      earlyChanges: this.earlyChanges,
      shared: this.shared,
      outbox: this.outbox,
      locks: this.locks,
      texts: this.texts,
      binding: () => this.binding,
      onRejected: (op) => this.emit((each) => each.onRejected?.(op)),
    });
    this.binding = editor ? this.bind(editor) : null;
    this.ownOps.afterDecision();
    // Waits for a closed client that is still reading the storage: otherwise both would number ops
    // from the same mid.
    const previous = starts.get(options.storage) ?? Promise.resolve();
    starts.set(options.storage, previous.then(() => this.start()).catch(this.report));
  }

  /** The editor that it shares; null without one. Does not change. */
  get editor(): Editor<Kit> | null {
    return this.options.editor ?? null;
  }

  get status(): RoomClientStatus {
    return this.state.get().status;
  }

  /** What this account may do in the room; null before the first welcome. */
  get role(): RoomRole | null {
    return this.state.get().role;
  }

  /** Whether the page was made by a newer editor, so that this one may only view it. */
  get isReadOnly(): boolean {
    return this.state.get().isReadOnly;
  }

  /**
   * Whether the storage works. While it is `failing`, ops that the room has not acknowledged
   * (`pendingCount`) are lost if the tab is closed.
   */
  get storageStatus(): StorageStatus {
    return this.storage.status;
  }

  /** The number of ops that the room has not acknowledged, including those not stored yet. */
  get pendingCount(): number {
    return this.ownOps.pendingCount;
  }

  /** The seq of the newest entry received; null before the first welcome. */
  get seq(): number | null {
    return this.shared.seq;
  }

  /**
   * The id under which it joins the room; null until the storage is read. Changes when it has sent
   * what earlier tabs left, and if another account uses it. Not observable.
   */
  get clientId(): string | null {
    return this.outbox.clientId;
  }

  /** The other clients in the room and what they are doing, by client id; `people` has more. */
  get peers(): ReadonlyMap<string, Presence> {
    return this.presence.peers;
  }

  /** Locks of other clients, by block. */
  get locksOfOthers(): ReadonlyMap<string, Lock> {
    return this.locks.ofOthers;
  }

  /** Texts that did not get into the page, to be offered to the user. */
  get lostTexts(): readonly LostText[] {
    return this.texts.list;
  }

  /** @throws CobbleError `input_invalid` unless given a string, such as the id of a lost text */
  dismissLostText(id: string): void {
    checkString('id', id);
    this.checkMayAct();
    this.texts.dismiss(id);
  }

  /** The account that this client was given; -1 for a visitor. Never changes. */
  get accountId(): number {
    return this.options.accountId;
  }

  /** The page as shown; null before there is one. Not observable; costs O(blocks). */
  get page(): Page | null {
    return this.shared.records?.toPage() ?? null;
  }

  /**
   * The page as the room has it, without this client's pending ops, and the seq that it corresponds
   * to: what a host keeps to open the page offline, as the editor's page and `baseSeq`. Null before
   * the first welcome. Not observable; costs O(blocks).
   */
  get confirmedPage(): { readonly page: Page; readonly seq: number } | null {
    const { basePage, seq } = this.shared;
    return basePage && seq !== null ? { page: basePage.page, seq } : null;
  }

  /**
   * Shares a change of the shown page that was not made through the editor.
   *
   * @throws CobbleError `input_invalid` (details: `path`) for an invalid change, or before there is a
   *   page (`page` is null): without an editor, that is until the first welcome
   */
  commit(change: Change): void {
    this.checkMayAct();
    const own = readChange('change', change);
    if (!this.shared.records)
      throw inputError('change', 'needs the page, which this client gets when it is first live');
    this.act(() => this.ownOps.share(own, 'edit'));
  }

  /** Requests locks and renews them until they are released. */
  acquireLocks(thingUuids: Iterable<string>): void {
    this.checkMayAct();
    this.locks.acquire(orThrow(readIds(thingUuids)));
  }

  /** Releases locks, after sending the pending ops that may depend on them. */
  releaseLocks(thingUuids: Iterable<string>): void {
    this.checkMayAct();
    const released = orThrow(readIds(thingUuids));
    this.outbox.flush();
    this.locks.release(released);
  }

  /** Whether this client holds a lock now, by its own clock. */
  holdsLock(thingUuid: string): boolean {
    return this.locks.epochOf(thingUuid) !== null;
  }

  /**
   * Shows the pointer to the others.
   *
   * @param point in page space; null when the pointer is not over the page
   * @throws CobbleError `input_invalid` (details: `path`) unless given finite coordinates or null
   */
  sendCursor(point: Point | null): void {
    this.checkMayAct();
    this.presence.setCursor(point === null ? null : orThrow(readFinitePoint('point', point)));
  }

  /**
   * Adds event listeners. Events are delivered one after the other, when the client has handled what
   * caused them. What a listener throws, or rejects with, goes to `onFailure`, and the other listeners
   * are called.
   * Returns a function that removes the listeners.
   *
   * @throws CobbleError `input_invalid` (details: `path`) for a misspelt event or a listener that is
   *   not a function
   */
  listen(events: RoomClientEvents): () => void {
    checkMisspelt('events', events, EVENTS);
    for (const name of EVENTS)
      if (events[name] !== undefined) checkFunction(`events.${name}`, events[name]);
    return this.events.listen((call) => call(events));
  }

  /** Sends unsent ops now, without the short delay. Call it when the page is being hidden. */
  flush(): void {
    this.checkMayAct();
    this.outbox.flush();
  }

  /**
   * Replaces the connection by a new one at once, without waiting for the delay that grows with each
   * failure. Call it when the network is back, when the connection may have died unnoticed, or when a
   * client that was refused would now be admitted, as after signing in again. Does nothing before the
   * storage is read, when the client is closed, or while its status is `upgrade_required`.
   */
  reconnect(): void {
    this.checkMayAct();
    const { status } = this;
    if (this.clientId === null || status === 'closed' || status === 'upgrade_required') return;
    this.reconnects = 0;
    this.act(() => {
      this.disconnect();
      if (status === 'refused') this.set({ status: 'connecting' });
      this.disconnected(undefined);
      this.timers.stop('connect');
    });
    this.connection.open();
  }

  /**
   * Leaves the room. Pending ops stay in the storage. The editor can get a new client, which continues
   * where this one stopped if it has the same storage, and shares what was edited in between: until
   * then, that is not stored.
   */
  close(): void {
    this.checkMayAct();
    this.outbox.flush();
    this.set({ status: 'closed' });
    this.disconnect();
    const { editor } = this.options;
    const base = this.base ?? this.shared.basePage;
    if (editor && base && this.binding)
      handOver(editor, {
        base,
        changes: this.earlyChanges,
        unstored: (storage) => {
          const isSame = storage === this.options.storage;
          return {
            ops: this.outbox.leave(isSame),
            texts: this.texts.unstored,
            undecided: isSame ? this.ownOps.undecided : new Map(),
          };
        },
      });
    this.binding?.close();
    this.binding = null;
    this.locks.close();
    this.presence.clear();
    this.storage.close();
  }

  /**
   * Every method that a function of a kit may not call begins with this check. Such a function runs
   * partway through an edit, and the call could change what the op of that edit is based on.
   *
   * @throws CobbleError `input_invalid` (details: `path`) in a function of a kit, or of the editor's
   *   environment
   */
  private checkMayAct(): void {
    const { editor } = this.options;
    const access = editor ? roomAccessOf(editor) : null;
    if (access) access.checkMayEdit();
    else guardOf(editor?.kits ?? this.kits).checkNotRunning();
  }

  private async start(): Promise<void> {
    const entries = await this.storage.read();
    const unstored = this.inherited?.unstored(this.options.storage);
    this.inherited = null;
    this.texts.load(entries, unstored?.texts ?? []);
    await this.outbox.load(entries, unstored?.ops);
    if (unstored) this.ownOps.takeOver(unstored.undecided);
    const countElsewhere = unstored?.ops.countElsewhere ?? 0;
    if (countElsewhere > 0) {
      const rule = `is not that of the editor's last client, which keeps ${String(countElsewhere)} edits that the room has not confirmed: they are missing until a client opens it`;
      this.report(inputError('options.storage', rule));
    }
    if (this.outbox.hasForeignOps) {
      const rule = 'holds edits of another page or account, which stay in it';
      this.report(inputError('options.storage', rule));
    }
    // Even if the client is closed: what was edited until then is stored.
    this.act(() => {
      if (this.base) this.shared.reset(this.base.page);
      this.base = null;
      this.ownOps.start();
    });
    if (this.status !== 'closed') this.connection.open();
  }

  /**
   * A number in [0, 1): the host's, or 0.5 if its function fails, which is reported once. With a wrong
   * number, timers would end at once and the client would connect again without a pause.
   */
  private random(): number {
    try {
      const value: unknown = this.options.random();
      if (!(typeof value === 'number' && value >= 0 && value < 1)) {
        const rule = asyncProblem(value) ?? 'must return a number from 0 to below 1';
        throw inputError('options.random', rule);
      }
      this.isRandomFailing = false;
      return value;
    } catch (error) {
      if (!this.isRandomFailing) this.report(error);
      this.isRandomFailing = true;
      return 0.5;
    }
  }

  /** The id of a lost text, which must be kept even if the host's `createId` fails. */
  private textId(): string {
    try {
      return createdId(this.options);
    } catch (error) {
      this.report(error);
      return `text-${String(this.clock.now())}-${String(this.lostTexts.length)}`;
    }
  }

  /** Closes the connection and stops all timers. */
  private disconnect(): void {
    this.connection.close();
    this.isWelcomed = false;
    this.timers.stopAll();
  }

  /** Sends a message, or drops it if the room has not welcomed the client yet. */
  private send(message: ClientMessage): void {
    if (this.isWelcomed) this.connection.send(message);
  }

  /**
   * Sends a message about this tab. Under the id of an earlier tab, with which another one may be in
   * the room, nothing but the ops of that one is sent.
   */
  private sendAsItself(message: ClientMessage): void {
    if (this.outbox.isJoinedAsItself) this.send(message);
  }

  private bind(editor: Editor<Kit>): EditorBinding {
    const ofOthers = {
      locks: this.locks.ofOthers,
      uploads: () => (this.status === 'live' ? this.presence.uploadsOfOthers : null),
    };
    return new EditorBinding(editor, this.clock, ofOthers, {
      onChange: (change, origin, named) => this.act(() => this.ownOps.share(change, origin, named)),
      onSelection: (selection) => this.presence.setSelection(selection),
      onUploading: (uuids) => this.presence.setUploading(uuids),
      onProgress: (message) => {
        if (!this.presence.isQuiet) this.sendAsItself(message);
      },
      onConfigured: () => this.act(() => this.shared.refresh()),
      onTextEditing: (uuid) => {
        if (this.editedUuid !== null) this.releaseLocks([this.editedUuid]);
        this.editedUuid = uuid;
        if (uuid === null) return;
        // The block may have been added by a pending op.
        this.outbox.flush();
        this.locks.acquire([uuid]);
      },
      decisions: this.ownOps,
      onContentLost: (edits) => this.ownOps.contentLost(edits),
      onLost: (block) => this.texts.add(textsOfBlock(block.uuid, block.content)),
    });
  }

  /** Sends the hello, and repeats it until the room welcomes the client. */
  private sayHello(): void {
    this.outbox.rewind();
    this.connection.send({
      type: 'hello',
      protocol: PROTOCOL,
      editorVersion: EDITOR_VERSION,
      clientId: this.clientId ?? '',
      lastSeq: this.shared.resumeSeq,
      lastMid: this.outbox.acknowledgedMid,
      authenticate: { accountId: this.options.accountId },
    });
    this.timers.restart('hello', ROOM_TIMES.resendAfterMs, () => {
      if (!this.isWelcomed) this.sayHello();
    });
  }

  /** Connects again under another id. */
  private rejoin(): void {
    this.act(() => {
      this.disconnect();
      this.disconnected(undefined);
    });
  }

  /** Connects again under a new id, because another account uses this one. */
  private async replaceId(): Promise<void> {
    this.locks.forget();
    this.disconnect();
    try {
      await this.outbox.replaceId();
    } catch (error) {
      this.report(error);
      this.set({ status: 'refused' });
    }
    this.act(() => this.disconnected(undefined));
  }

  /** The connection was lost: reconnects unless that is pointless. */
  private disconnected(reason: CloseReason | undefined): void {
    this.shared.disconnected();
    this.locks.disconnected();
    this.shared.locksEnded();
    this.presence.clear();
    const { status } = this;
    if (status === 'closed' || status === 'refused') return;
    if (reason === 'refused') {
      this.set({ status: 'refused' });
      return;
    }
    const mustUpgrade = reason === 'upgrade_required' || status === 'upgrade_required';
    this.set({ status: mustUpgrade ? 'upgrade_required' : 'connecting' });
    if (mustUpgrade) return;
    this.reconnects += 1;
    const delayMs = Math.min(MAX_RECONNECT_DELAY_MS, 250 * 2 ** this.reconnects);
    this.timers.once('connect', delayMs * (0.5 + this.random() / 2), () => this.connection.open());
  }

  /**
   * Handles a message of the room. Until the welcome, all but errors and `upgrade-required` are
   * ignored.
   */
  private receive(value: unknown): void {
    const message = readRoomMessage(value);
    if (!message || this.status === 'closed') return;
    if (message.type === 'welcome') this.welcome(message);
    else if (message.type === 'upgrade-required') this.set({ status: 'upgrade_required' });
    else if (message.type === 'error') this.handleError(message);
    else if (!this.isWelcomed) return;
    else if (message.type === 'stream') this.shared.receive(message.entries);
    else if (message.type === 'head') {
      this.shared.receiveHead(message.seq);
      this.presence.keepOnly(message.here);
      if (this.locks.keepOnly(message.lockEpochs)) this.shared.locksEnded();
    } else if (message.type === 'resend') this.outbox.resendAfter(message.lastMid);
    else if (message.type === 'op-part-received') this.outbox.partReceived(message);
    else if (message.type === 'lock-acquired') this.locks.acquired(message);
    else if (message.type === 'lock-released') {
      this.locks.released(message);
      this.shared.locksEnded();
    } else if (message.type === 'lock-refused') this.locks.refused(message);
    else if (message.type === 'presence') this.presence.receive(message);
    else if (message.type === 'role') {
      this.set({ role: message.role });
      this.applyRole();
    } else this.published(message);
  }

  private welcome(message: RoomMessageOf<'welcome'>): void {
    const hasAskedForPage = this.shared.resumeSeq === null;
    if (!this.shared.canContinue(message)) {
      if (!hasAskedForPage) this.sayHello();
      return;
    }
    this.timers.stop('hello');
    this.reconnects = 0;
    this.isWelcomed = true;
    this.set({ status: 'live', role: message.role, isReadOnly: message.readOnly });
    for (const each of message.acknowledged) this.ownOps.acknowledge(each);
    if (message.page !== undefined) this.ownOps.acknowledgeUpTo(message.lastMid);
    this.shared.welcome(message);
    // The page that it got under another id may have had their effects already.
    if (message.acknowledged.length > 0) this.shared.refresh();
    this.ownOps.afterDecision();
    this.applyRole();
    this.locks.welcome(message.locks);
    this.presence.reset(message.present);
    this.outbox.resendAfter(message.lastMid);
    this.presence.send();
  }

  /** Permits editing only if the room accepts this client's ops. */
  private applyRole(): void {
    const { role, isReadOnly } = this;
    this.binding?.setWritable(role !== null && mayWrite(role) && !isReadOnly);
  }

  private handleError({ code, retryAfterMs, lastMid = 0 }: RoomMessageOf<'error'>): void {
    if (code === 'rate_limited' && this.isWelcomed) this.outbox.pause(retryAfterMs ?? 1000);
    else if (code === 'rate_limited' || code === 'protocol_too_new')
      this.timers.restart('hello', retryAfterMs ?? 60_000, () => this.sayHello());
    else if (code === 'not_permitted' || code === 'read_only')
      this.ownOps.rejectPending(code, lastMid);
    else if (code === 'account_mismatch') {
      this.set({ status: 'refused' });
      this.disconnect();
    } else if (code === 'client_id_taken') void this.replaceId();
  }

  private published({ seq, page, publishedBy }: RoomMessageOf<'update-with-published-page'>): void {
    const { editor } = this.options;
    const { revision, updatedAt } = page;
    const hasNewer = (this.seq ?? 0) > seq || this.pendingCount > 0 || editor?.isInProgress;
    if (editor && !hasNewer)
      editor.markPublished({
        ...(revision === undefined ? {} : { revision }),
        ...(updatedAt === undefined ? {} : { updatedAt }),
      });
    const { accountId, name = null } = publishedBy;
    this.emit((each) => each.onPublished?.({ seq, accountId, name }));
  }

  private set(patch: Partial<State>): void {
    runInAction(() => this.state.set({ ...this.state.get(), ...patch }));
  }

  private emit(call: (events: RoomClientEvents) => void): void {
    this.events.emit(call);
  }

  /**
   * Runs `work` as one action, and delivers its events when it is complete, so that edits by
   * listeners and reactions find the page, its pending ops and the editor consistent.
   */
  private act(work: () => void): void {
    runInAction(() => this.queue.hold(work));
  }
}
