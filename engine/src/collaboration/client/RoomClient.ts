import { observable, runInAction } from 'mobx';
import { readKits } from '../../blocks/readKits.ts';
import { EDITOR_VERSION } from '../../constants/editorVersion.ts';
import type { Editor } from '../../editor/Editor.ts';
import type { Change } from '../../model/Change.ts';
import type { Page } from '../../model/Page.ts';
import type { Point } from '../../model/Position.ts';
import type { CloseReason, RoomRole } from '../protocol/codes.ts';
import type { ClientMessage } from '../protocol/clientMessages.ts';
import { PROTOCOL } from '../protocol/limits.ts';
import { readRoomMessage } from '../protocol/readMessage.ts';
import type { Lock, Presence, RoomMessageOf } from '../protocol/roomMessages.ts';
import { Timers } from '../Timers.ts';
import { ClientConnection } from './ClientConnection.ts';
import { ClientLocks } from './ClientLocks.ts';
import { ClientPresence } from './ClientPresence.ts';
import { EditorBinding } from './EditorBinding.ts';
import { LostTexts, type LostText, textsOfBlock } from './LostTexts.ts';
import { Outbox } from './Outbox.ts';
import { CLIENT_PARTS, type ClientParts, PageSync } from './PageSync.ts';
import type { RoomClientEvents, RoomClientOptions, RoomClientStatus } from './RoomClientOptions.ts';

interface State {
  readonly status: RoomClientStatus;
  readonly role: RoomRole | null;
  readonly isReadOnly: boolean;
}

/**
 * Creates the client of one tab in a page's room. It shows the confirmed page with its own pending
 * ops on top, shares the editor's commits, and repeats each op until the room acknowledges it.
 *
 * @throws CobbleError `kit_invalid` if `kits` are invalid
 */
export function createRoomClient(options: RoomClientOptions): RoomClient {
  readKits(options.kits);
  return new RoomClient(options);
}

/**
 * One tab's end of a page's room. It reads its storage, connects, and is `live` from the room's
 * welcome until the connection breaks. Properties are MobX-observable unless noted otherwise.
 */
export class RoomClient {
  private readonly state = observable.box<State>(
    { status: 'connecting', role: null, isReadOnly: false },
    { deep: false },
  );
  private readonly options: RoomClientOptions;
  private readonly timers: Timers;
  private readonly connection: ClientConnection;
  private readonly outbox: Outbox;
  private readonly sync: PageSync;
  private readonly locks: ClientLocks;
  private readonly presence: ClientPresence;
  private readonly texts: LostTexts;
  private readonly listeners = new Set<RoomClientEvents>();
  /** The block whose text is being edited; locked meanwhile. */
  private editedUuid: string | null = null;

  /** Use `createRoomClient`, which checks the options. */
  constructor(options: RoomClientOptions, parts: Partial<ClientParts> = {}) {
    const { clock, createId, editor, random, storage, transport } = options;
    this.options = options;
    this.timers = new Timers(clock);
    const send = (message: ClientMessage): void => this.connection.send(message);
    const clientId = (): string => this.clientId ?? '';
    this.locks = new ClientLocks(clock, clientId, send);
    this.presence = new ClientPresence(clock, this.timers, clientId, send);
    this.texts = new LostTexts(storage, createId, () => clock.now());
    const allParts = { ...CLIENT_PARTS, ...parts };
    const { partChars } = allParts;
    this.outbox = new Outbox(storage, this.timers, partChars, {
      isWelcome: () => this.connection.isWelcome,
      send,
      catchUp: () => this.sync.catchUpAgain(),
    });
    this.sync = new PageSync(options, allParts, {
      outbox: this.outbox,
      locks: this.locks,
      texts: this.texts,
      timers: this.timers,
      send,
      role: () => this.role,
      onEntry: (entry) => this.emit((each) => each.onEntry?.(entry)),
      onRejected: (op) => this.emit((each) => each.onRejected?.(op)),
      onUnreadablePage: () => this.set({ status: 'upgrade_required' }),
    });
    this.connection = new ClientConnection(transport, this.timers, random, {
      hello: () => this.hello(),
      onMessage: (message) => this.receive(message),
      onDisconnect: (reason) => this.disconnected(reason),
    });
    if (editor) this.sync.binding = this.bind(editor);
    void this.start();
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

  /** The number of ops that the room has not acknowledged. */
  get pendingCount(): number {
    return this.sync.pendingCount;
  }

  /** The newest entry of the stream received; null before the first welcome. */
  get seq(): number | null {
    return this.sync.seq;
  }

  /** The id under which this client numbers its ops; null until the storage is read. */
  get clientId(): string | null {
    return this.outbox.clientId;
  }

  /** Cursor, selection and gesture in progress of the other clients, by client id. */
  get peers(): ReadonlyMap<string, Presence> {
    return this.presence.peers;
  }

  /** Locks that other clients hold, by block. */
  get locksOfOthers(): ReadonlyMap<string, Lock> {
    return this.locks.ofOthers;
  }

  /** Texts that did not get into the page, to be offered to the user. */
  get lostTexts(): readonly LostText[] {
    return this.texts.list;
  }

  dismissLostText(id: string): void {
    this.texts.dismiss(id);
  }

  /** The page as shown; null before there is one. Not observable; costs O(blocks). */
  get page(): Page | null {
    return this.sync.page;
  }

  /** Shares a change of the shown page that was not made through the editor. */
  commit(change: Change): void {
    this.sync.share(change, 'edit');
  }

  /** Requests locks and renews them until they are released. */
  acquireLocks(thingUuids: Iterable<string>): void {
    this.locks.acquire(thingUuids);
  }

  /** Releases locks, after sending the pending ops that may depend on them. */
  releaseLocks(thingUuids: Iterable<string>): void {
    this.outbox.flush();
    this.locks.release(thingUuids);
  }

  /** Whether this client holds a lock now, by its own clock. */
  holdsLock(thingUuid: string): boolean {
    return this.locks.epochOf(thingUuid) !== null;
  }

  /**
   * Shows the pointer to the others.
   *
   * @param point in page space; null when the pointer is not over the page
   */
  sendCursor(point: Point | null): void {
    this.presence.setCursor(point);
  }

  /** Adds event listeners. Returns a function that removes them. */
  listen(events: RoomClientEvents): () => void {
    this.listeners.add(events);
    return () => this.listeners.delete(events);
  }

  /** Sends all pending ops now. Call it when the page is being hidden. */
  flush(): void {
    this.outbox.flush();
  }

  /** Leaves the room. Pending ops stay in the storage. */
  close(): void {
    this.outbox.flush();
    this.set({ status: 'closed' });
    this.connection.close();
    this.sync.binding?.close();
    this.locks.close();
    this.presence.clear();
  }

  private async start(): Promise<void> {
    const { storage, createId } = this.options;
    const entries = await storage.entries().catch(() => []);
    this.texts.load(entries);
    await this.outbox.load(entries, createId());
    if (this.status === 'closed') return;
    this.sync.start();
    this.connection.connect();
  }

  private bind(editor: Editor): EditorBinding {
    return new EditorBinding(editor, this.options.clock, this.locks.ofOthers, {
      onCommit: (change, origin, named) => this.sync.share(change, origin, named),
      onSelection: (selection) => this.presence.setSelection(selection),
      onProgress: (message) => this.connection.send(message),
      onTextEditing: (uuid) => {
        if (this.editedUuid !== null) this.releaseLocks([this.editedUuid]);
        this.editedUuid = uuid;
        if (uuid !== null) this.locks.acquire([uuid]);
      },
      onLost: (block) => this.texts.add(textsOfBlock(block.uuid, block.content)),
    });
  }

  private hello(): ClientMessage {
    this.outbox.rewind();
    return {
      type: 'hello',
      protocol: PROTOCOL,
      editorVersion: EDITOR_VERSION,
      clientId: this.clientId ?? '',
      lastSeq: this.seq ?? this.options.baseSeq ?? null,
      lastMid: this.outbox.acknowledgedMid,
      authenticate: { accountId: this.options.accountId },
    };
  }

  /** Returns whether to reconnect. */
  private disconnected(reason: CloseReason | undefined): boolean {
    this.sync.disconnected();
    this.locks.disconnected();
    this.presence.clear();
    const { status } = this;
    if (status === 'closed' || status === 'refused') return false;
    const mustUpgrade = reason === 'upgrade_required' || status === 'upgrade_required';
    this.set({ status: mustUpgrade ? 'upgrade_required' : 'connecting' });
    return !mustUpgrade;
  }

  /** Handles a message of the room. Until the welcome, all but errors are ignored. */
  private receive(value: unknown): void {
    const message = readRoomMessage(value);
    if (!message || this.status === 'closed') return;
    if (message.type === 'welcome') this.welcome(message);
    else if (message.type === 'upgrade-required') this.set({ status: 'upgrade_required' });
    else if (message.type === 'error') this.handleError(message);
    else if (!this.connection.isWelcome) return;
    else if (message.type === 'stream') this.sync.receive(message.entries);
    else if (message.type === 'head') this.sync.receiveHead(message.seq);
    else if (message.type === 'resend') this.outbox.resendAfter(message.lastMid);
    else if (message.type === 'op-part-received') this.outbox.partReceived(message);
    else if (message.type === 'lock-acquired') this.locks.acquired(message);
    else if (message.type === 'lock-released') this.locks.released(message);
    else if (message.type === 'lock-refused') this.locks.refused(message);
    else if (message.type === 'presence') this.presence.receive(message);
    else if (message.type === 'role') this.set({ role: message.role });
    else this.published(message);
  }

  private welcome(message: RoomMessageOf<'welcome'>): void {
    this.connection.welcomed();
    this.set({ status: 'live', role: message.role, isReadOnly: message.readOnly });
    this.sync.welcome(message);
    this.locks.welcome(message.locks);
    this.presence.reset(message.present);
    this.outbox.resendAfter(message.lastMid);
    this.presence.send();
  }

  private handleError({ code, retryAfterMs, lastMid = 0 }: RoomMessageOf<'error'>): void {
    if (code === 'rate_limited') this.outbox.pause(retryAfterMs ?? 1000);
    else if (code === 'not_permitted' || code === 'read_only')
      this.sync.rejectPending(code, lastMid);
    else if (code === 'account_mismatch' || code === 'client_id_taken') {
      this.set({ status: 'refused' });
      this.connection.close();
    } else if (code === 'protocol_too_new')
      this.timers.once('hello', retryAfterMs ?? 60_000, () => this.connection.sayHello());
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
    for (const events of [...this.listeners]) call(events);
  }
}
