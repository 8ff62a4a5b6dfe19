import { EDITOR_VERSION } from '../../constants/editorVersion.ts';
import type { CloseReason } from '../protocol/codes.ts';
import type { ClientMessage } from '../protocol/clientMessages.ts';
import { PROTOCOL } from '../protocol/limits.ts';
import { readRoomMessage } from '../protocol/readMessage.ts';
import type { RoomMessage, RoomMessageOf } from '../protocol/roomMessages.ts';
import { ClientConnection } from './ClientConnection.ts';
import { ClientDesk } from './ClientDesk.ts';
import { ClientLocks } from './ClientLocks.ts';
import type { ClientParts } from './ClientParts.ts';
import { EditorBinding } from './EditorBinding.ts';
import { LocalEdits } from './LocalEdits.ts';
import { textsOfBlock } from './lostTextsOf.ts';
import { OpFates } from './OpFates.ts';
import { OpQueue } from './OpQueue.ts';
import { OpSender } from './OpSender.ts';
import { OwnPresence } from './OwnPresence.ts';
import { PeerBoard } from './PeerBoard.ts';
import type { RoomClientOptions, RoomClientStatus } from './RoomClient.ts';
import { StreamReader } from './StreamReader.ts';

/**
 * The client's parts put together, and what moves it from one state (`status`) to another: reading
 * the storage, connecting, being welcome, being refused. Each message of the room goes to the part
 * that it is for.
 */
export class ClientMachine {
  readonly desk: ClientDesk;
  readonly locks: ClientLocks;
  readonly board: PeerBoard;
  readonly presence: OwnPresence;
  readonly sender: OpSender;
  readonly edits: LocalEdits;
  private readonly connection: ClientConnection;
  private readonly fates: OpFates;
  private readonly reader: StreamReader;
  /** The block whose text is being edited; its lock is released once its last op was sent. */
  private editedUuid: string | null = null;

  constructor(options: RoomClientOptions, parts: ClientParts) {
    const { clock } = options;
    const send = (message: ClientMessage): void => this.connection.send(message);
    const clientId = (): string => this.desk.clientId ?? '';
    this.locks = new ClientLocks(clock, clientId, send);
    this.board = new PeerBoard(clock, clientId);
    this.desk = new ClientDesk(options, parts, {
      send,
      isHeldByOther: (uuid) => this.locks.ofOthers.has(uuid),
    });
    this.connection = new ClientConnection(options.transport, this.desk.timers, options.random, {
      hello: () => this.hello(),
      onMessage: (message) => this.receive(message),
      onEnd: (reason) => this.ended(reason),
    });
    this.presence = new OwnPresence(this.desk);
    this.sender = new OpSender(this.desk, {
      isWelcome: () => this.connection.isWelcome,
      catchUp: () => this.reader.catchUpAnew(),
    });
    this.fates = new OpFates(this.desk, () => this.sender.watchAnswers());
    this.reader = new StreamReader(this.desk, this.fates);
    this.edits = new LocalEdits(this.desk, this.locks, this.fates, this.sender);
    this.bind();
    void this.start();
  }

  /** Leaves the room for good. */
  close(): void {
    this.sender.flush();
    this.desk.state.set({ status: 'closed' });
    this.connection.end();
    this.desk.binding?.close();
    this.locks.close();
    this.board.clear();
  }

  /** Gives locks back, once the ops that were made under them were sent. */
  releaseLocks(thingUuids: Iterable<string>): void {
    this.sender.send();
    this.locks.release(thingUuids);
  }

  private get status(): RoomClientStatus {
    return this.desk.state.now.status;
  }

  private bind(): void {
    const { editor, clock } = this.desk.options;
    if (!editor) return;
    this.desk.binding = new EditorBinding(editor, clock, this.locks.ofOthers, {
      onCommit: (change, origin) => this.edits.share(change, origin),
      onSelection: (selection) => this.presence.select(selection),
      onProgress: (message) => this.desk.send(message),
      onTextEditing: (uuid) => {
        if (this.editedUuid !== null) this.releaseLocks([this.editedUuid]);
        this.editedUuid = uuid;
        if (uuid !== null) this.locks.acquire([uuid]);
      },
      onLost: (block) => this.fates.keepTexts(textsOfBlock(block.uuid, block.content)),
    });
  }

  private async start(): Promise<void> {
    const { desk } = this;
    const queue = await OpQueue.load(desk.options.storage, desk.options.createId);
    if (this.status === 'closed') return;
    desk.queue = queue;
    desk.rebase([]);
    this.edits.shareEarly();
    desk.showQueue();
    this.connection.connect();
  }

  private hello(): ClientMessage | null {
    const { queue, options } = this.desk;
    if (!queue) return null;
    queue.rewind(0);
    return {
      type: 'hello',
      protocol: PROTOCOL,
      editorVersion: EDITOR_VERSION,
      clientId: queue.clientId,
      lastSeq: this.desk.seq ?? options.baseSeq ?? null,
      lastMid: queue.answeredMid,
      authenticate: { accountId: options.accountId },
    };
  }

  private ended(reason: CloseReason | undefined): boolean {
    this.reader.stopCatchingUp();
    this.locks.disconnected();
    this.board.clear();
    const { status } = this;
    if (status === 'closed' || status === 'refused') return false;
    const mustUpgrade = reason === 'upgrade_required' || status === 'upgrade_required';
    this.desk.state.set({ status: mustUpgrade ? 'upgrade_required' : 'connecting' });
    return !mustUpgrade;
  }

  private receive(value: unknown): void {
    const message = readRoomMessage(value);
    if (!message || this.status === 'closed') return;
    if (message.type === 'welcome') this.welcome(message);
    else if (message.type === 'upgrade-required')
      this.desk.state.set({ status: 'upgrade_required' });
    else if (message.type === 'error') this.failed(message);
    else if (this.connection.isWelcome) this.handle(message);
  }

  private handle(
    message: Exclude<RoomMessage, { type: 'welcome' | 'upgrade-required' | 'error' }>,
  ): void {
    switch (message.type) {
      case 'stream':
        this.reader.takeEntries(message.entries);
        break;
      case 'head':
        this.reader.head(message.seq);
        break;
      case 'resend':
        this.sender.resendAfter(message.lastMid);
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
        this.desk.state.set({ role: message.role });
        break;
      case 'update-with-published-page':
        this.published(message);
        break;
    }
  }

  private welcome(message: RoomMessageOf<'welcome'>): void {
    if (!this.desk.queue) return;
    this.connection.welcomed();
    const { role, readOnly } = message;
    this.desk.state.set({ status: 'live', role, isReadOnly: readOnly });
    this.reader.welcome(message);
    this.locks.welcome(message.locks);
    this.board.welcome(message.present);
    this.sender.resendAfter(message.lastMid);
    this.presence.tell();
  }

  private failed({ code, retryAfterMs, lastMid = 0 }: RoomMessageOf<'error'>): void {
    if (code === 'rate_limited') {
      this.sender.holdBack(retryAfterMs ?? 1000);
    } else if (code === 'not_permitted' || code === 'read_only') {
      this.fates.refusePending(code, lastMid);
    } else if (code === 'account_mismatch' || code === 'client_id_taken') {
      this.desk.state.set({ status: 'refused' });
      this.connection.end();
    } else if (code === 'protocol_too_new') {
      const againMs = retryAfterMs ?? 60_000;
      this.desk.timers.once('hello', againMs, () => this.connection.sayHello());
    }
  }

  private published({ seq, page, publishedBy }: RoomMessageOf<'update-with-published-page'>): void {
    const { editor } = this.desk.options;
    const { revision, updatedAt } = page;
    const { pendingCount } = this.desk.state.now;
    const isOld = (this.desk.seq ?? 0) > seq || pendingCount > 0 || editor?.isInProgress === true;
    const told = {
      ...(revision === undefined ? {} : { revision }),
      ...(updatedAt === undefined ? {} : { updatedAt }),
    };
    if (editor && !isOld) editor.markPublished(told);
    const { accountId, name } = publishedBy;
    this.desk.tell((each) => each.onPublished?.({ seq, accountId, name: name ?? null }));
  }
}
