import { compareVersions } from '../../migrations/pageVersion.ts';
import type { CloseReason } from '../protocol/codes.ts';
import type { ClientMessage, ClientMessageOf } from '../protocol/clientMessages.ts';
import { readDraftRequest } from '../protocol/readMessage.ts';
import { PROTOCOL, ROOM_LIMITS, ROOM_TIMES } from '../protocol/limits.ts';
import type { RoomMessage } from '../protocol/roomMessages.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import { Timers } from '../Timers.ts';
import type { ClientTable } from './ClientTable.ts';
import { ConnectedClient } from './ConnectedClient.ts';
import { decideOp, type WaitingOp } from './decideOp.ts';
import { LockKeeper } from './LockKeeper.ts';
import { PresenceBoard } from './PresenceBoard.ts';
import { type PublishRequest, Publishing } from './Publishing.ts';
import type { Room, RoomOptions, RoomPeer, RoomState } from './Room.ts';
import type { RoomParts } from './RoomParts.ts';
import { StoredPage } from './StoredPage.ts';

/** Ops that are stored together at most. */
const MAX_BATCH = 500;

interface WaitingHello {
  readonly client: ConnectedClient;
  readonly hello: ClientMessageOf<'hello'>;
}

/**
 * The room's machine: what comes in waits in queues, and one pump at a time takes hellos and ops
 * from them. Ops are decided on in order, stored together, and told to all only then. When the log
 * fails, nothing that was decided counts: the room forgets it all and opens the log anew.
 */
export class RoomCore implements Room {
  private readonly options: RoomOptions;
  private readonly parts: RoomParts;
  private readonly clients = new Set<ConnectedClient>();
  private readonly presence: PresenceBoard;
  private readonly locks: LockKeeper;
  private readonly known: ClientTable;
  private readonly publishing: Publishing;
  private stored: StoredPage | null = null;
  private hellos: WaitingHello[] = [];
  private ops: WaitingOp[] = [];
  private isPumping = false;
  private isClosed = false;
  private failures = 0;
  private heardOfLogMs = -Infinity;
  private readonly timers: Timers;
  private readers: ((state: RoomState | null) => void)[] = [];

  constructor(options: RoomOptions, parts: RoomParts) {
    this.options = options;
    this.parts = parts;
    this.timers = new Timers(options.clock);
    this.known = parts.createClients();
    const broadcast = (message: RoomMessage): void => this.broadcast(message);
    this.presence = new PresenceBoard(options.clock, broadcast);
    this.locks = new LockKeeper(options.clock, broadcast);
    const read = (): Promise<RoomState | null> => this.read();
    this.publishing = new Publishing(options.publisher ?? null, read, broadcast);
    void this.open();
  }

  read(): Promise<RoomState | null> {
    return new Promise((resolve) => {
      this.readers.push(resolve);
      this.answerReaders();
    });
  }

  connect(peer: RoomPeer): ConnectedClient {
    const client = new ConnectedClient(peer, this.options.clock, {
      onHello: (from, hello) => {
        this.hellos.push({ client: from, hello });
        void this.pump();
      },
      onMessage: (from, message) => this.handle(from, message),
      onGone: (from) => this.leave(from),
    });
    this.clients.add(client);
    if (this.isClosed) client.close('room_closed');
    return client;
  }

  publish(request: PublishRequest): ReturnType<Room['publish']> {
    return this.publishing.publish(request);
  }

  async draft(request: unknown): ReturnType<Room['draft']> {
    const asked = readDraftRequest(request);
    if (!asked) return null;
    const stored = await this.read();
    if (stored?.page.ID !== asked.latestPublishedPage.ID) return null;
    const { page, seq } = stored;
    const isNewer = seq > asked.latestPublishedPage.revision;
    return { type: 'send-draft', body: { draft: isNewer ? { page, seq } : null } };
  }

  async close(): Promise<void> {
    await this.pump();
    const { stored } = this;
    if (this.isClosed) return;
    this.shut('room_closed');
    if (!stored) return;
    await stored.saveSnapshot(this.options.log);
    await this.options.log.close(stored.epoch);
  }

  /** Readers see what is stored: between two batches, or when nothing is under way. */
  private answerReaders(isBetween = !this.isPumping): void {
    const { stored } = this;
    if (this.readers.length === 0 || !(this.isClosed || (stored && isBetween))) return;
    const state = stored && { seq: stored.seq, page: stored.page, epoch: stored.epoch };
    for (const resolve of this.readers.splice(0)) resolve(state);
  }

  private async open(): Promise<void> {
    const { log, clock } = this.options;
    try {
      const askedMs = clock.now();
      const opened = await log.open();
      if (this.isClosed) return;
      this.stored = new StoredPage(opened);
      this.heardOfLogMs = askedMs;
      this.failures = 0;
      this.known.clear();
      const quiet = opened.previousOwnerQuietMs;
      const wait = ROOM_TIMES.lockLeaseMs + ROOM_TIMES.ownerFenceMs - (quiet ?? Infinity);
      this.locks.start(this.parts.createLocks(opened.epoch, clock.now() + Math.max(0, wait)));
      this.startTimers();
      void this.pump();
      this.answerReaders();
    } catch {
      this.reopenLater();
    }
  }

  private reopenLater(): void {
    this.failures += 1;
    const delayMs = Math.min(5000, 50 * 2 ** this.failures);
    const reopen = (): void => {
      if (!this.isClosed) void this.open();
    };
    this.timers.once('open', delayMs, reopen);
  }

  private startTimers(): void {
    const { log } = this.options;
    this.timers.every('snapshot', ROOM_TIMES.snapshotAfterMs, () => {
      if (!this.isPumping) void this.stored?.saveSnapshot(log);
    });
    this.timers.every('renew', ROOM_TIMES.ownerRenewMs, () => {
      if (this.stored) this.broadcast({ type: 'head', seq: this.stored.seq });
      void this.renew();
    });
  }

  /** Tells the log that this owner is alive, and finds out whether it still is the owner. */
  private async renew(): Promise<void> {
    const { stored } = this;
    if (!stored) return;
    const askedMs = this.options.clock.now();
    try {
      const isOwner = await this.options.log.renew(stored.epoch);
      if (isOwner) this.heardOfLogMs = Math.max(this.heardOfLogMs, askedMs);
      else if (this.stored === stored) this.shut('room_moved');
    } catch {
      // Unheard of for too long, it grants no more locks; the next append says the rest.
    }
  }

  private handle(
    client: ConnectedClient,
    message: Exclude<ClientMessage, { type: 'hello' }>,
  ): void {
    const clientId = client.clientId ?? '';
    const { accountId, name } = client.session;
    const who = { clientId, accountId, ...(name === undefined ? {} : { name }) };
    switch (message.type) {
      case 'ops':
        this.takeOps(client, message);
        break;
      case 'catch-up':
        this.catchUp(client, message.lastSeq);
        break;
      case 'acquire-locks': {
        const isFenced = this.options.clock.now() - this.heardOfLogMs > ROOM_TIMES.ownerFenceMs;
        this.locks.acquire(client, message, { isFenced, blocks: this.stored?.records.blocks });
        break;
      }
      case 'release-locks':
        this.locks.release(clientId, message.thingUuids);
        break;
      case 'cursor':
        this.presence.tell(who, { cursor: message.point });
        break;
      case 'selection':
        this.presence.tell(who, { selection: message.thingUuids });
        break;
      case 'update-things': {
        const isDoing = message.updated.length > 0 || message.offset !== undefined;
        if (client.mayWrite) this.presence.tell(who, { inProgress: isDoing ? message : null });
        break;
      }
    }
  }

  private takeOps(client: ConnectedClient, { after, ops }: ClientMessageOf<'ops'>): void {
    const clientId = client.clientId ?? '';
    if (!client.mayWrite) {
      client.refuse(client.isReadOnly ? 'read_only' : 'not_permitted');
      return;
    }
    const waiting = this.ops.filter((each) => each.clientId === clientId);
    const last = Math.max(this.known.lastMid(clientId), waiting.at(-1)?.op.mid ?? 0);
    if (after > last) {
      client.send({ type: 'resend', lastMid: last });
      return;
    }
    const isFull =
      waiting.length + ops.length > ROOM_LIMITS.maxQueuedOpsPerClient ||
      this.ops.length + ops.length > ROOM_LIMITS.maxQueuedOps;
    if (isFull) {
      client.refuse('rate_limited', 1000);
      return;
    }
    const { accountId } = client.session;
    for (const op of [...ops].sort((a, b) => a.mid - b.mid))
      this.ops.push({ clientId, accountId, role: client.role, op });
    void this.pump();
  }

  private catchUp(client: ConnectedClient, lastSeq: number): void {
    if (!client.isJoined) return;
    // Between being decided and being stored nothing of the records may be seen.
    const entries = this.stored?.after(lastSeq);
    if (entries) client.send({ type: 'stream', entries: [...entries] });
    else client.close('room_failed');
  }

  /** One at a time: welcomes who has said hello, then decides on what waits and stores it. */
  private async pump(): Promise<void> {
    if (this.isPumping || this.isClosed) return;
    this.isPumping = true;
    try {
      for (let stored = this.toDo(); stored; stored = this.toDo()) {
        for (const waiting of this.hellos.splice(0)) await this.welcome(waiting, stored);
        this.answerReaders(true);
        if (this.ops.length > 0 && this.stored === stored) await this.store(stored);
      }
    } finally {
      this.isPumping = false;
      this.answerReaders();
    }
  }

  /** The page, if there is something to do on it. */
  private toDo(): StoredPage | null {
    return !this.isClosed && this.hellos.length + this.ops.length > 0 ? this.stored : null;
  }

  private async store(stored: StoredPage): Promise<void> {
    const batch = this.ops.splice(0, MAX_BATCH);
    const { records, epoch } = stored;
    const head = stored.seq;
    const entries: StreamEntry[] = [];
    records.begin();
    for (const waiting of batch) {
      const { clientId, op } = waiting;
      if (this.known.isDuplicate(clientId, op.mid)) continue;
      this.known.took(clientId, op.mid);
      const recent = (): StreamEntry[] => [...stored.recent, ...entries];
      const { options, parts } = this;
      const deciding = {
        records,
        locks: this.locks.table,
        options,
        resolve: parts.resolve,
        recent,
      };
      entries.push(decideOp(deciding, waiting, { seq: head + entries.length + 1, epoch }));
    }
    if (entries.length === 0) {
      records.keep();
      return;
    }
    const askedMs = this.options.clock.now();
    try {
      const outcome = await this.options.log.append({ epoch, head, entries });
      if (this.isClosed) return;
      if (!outcome.ok) {
        if (outcome.code === 'stale_epoch') this.shut('room_moved');
        else this.fail();
        return;
      }
    } catch {
      // It may be stored or not; only the log can tell.
      if (!this.isClosed) this.fail();
      return;
    }
    this.heardOfLogMs = Math.max(this.heardOfLogMs, askedMs);
    records.keep();
    stored.add(entries);
    this.broadcast({ type: 'stream', entries });
    if (stored.isSnapshotDue) void stored.saveSnapshot(this.options.log);
  }

  private async welcome({ client, hello }: WaitingHello, stored: StoredPage): Promise<void> {
    const { log } = this.options;
    const { clientId } = hello;
    const { accountId } = client.session;
    if (hello.protocol < PROTOCOL - 1) {
      client.send({ type: 'upgrade-required', protocol: PROTOCOL });
      client.close('upgrade_required');
      return;
    }
    if (hello.protocol > PROTOCOL) {
      client.refuse('protocol_too_new', 60_000);
      return;
    }
    if (hello.authenticate.accountId !== accountId) {
      client.refuse('account_mismatch');
      return;
    }
    try {
      const state = (await log.clientState(clientId)) ?? { lastMid: 0, accountId };
      if (this.stored !== stored) {
        this.putBack({ client, hello });
        return;
      }
      // Who has seen more than there is has seen it of another owner, or makes it up.
      const isAhead = (hello.lastSeq ?? 0) > stored.seq;
      if (isAhead && !(await log.renew(stored.epoch))) {
        this.shut('room_moved');
        return;
      }
      this.known.learn(clientId, state);
      if (this.known.accountOf(clientId) !== accountId) {
        client.refuse('client_id_taken');
        return;
      }
      const entries =
        hello.lastSeq === null || isAhead
          ? null
          : (stored.after(hello.lastSeq) ?? (await log.entriesAfter(hello.lastSeq)));
      const hasFates = this.known.lastMid(clientId) > hello.lastMid;
      const all = hasFates ? await log.entriesOf(clientId, hello.lastMid) : [];
      const fates = all.filter(({ seq }) => seq < (entries?.[0]?.seq ?? Infinity));
      if (this.stored !== stored) {
        this.putBack({ client, hello });
        return;
      }
      client.clientId = clientId;
      client.isReadOnly =
        compareVersions(stored.records.fields.settings.editorVersion, hello.editorVersion) > 0;
      client.isJoined = true;
      client.send({
        type: 'welcome',
        protocol: hello.protocol,
        role: client.role,
        readOnly: client.isReadOnly,
        epoch: stored.epoch,
        seq: stored.seq,
        lastMid: this.known.lastMid(clientId),
        ...(entries ? {} : { page: stored.page }),
        entries: [...(entries ?? [])],
        acknowledged: fates.map(({ patch: _, ...fate }) => fate),
        locks: this.locks.table.all,
        present: this.presence.present.filter((each) => each.clientId !== clientId),
      });
    } catch {
      this.fail();
    }
  }

  /** The log was opened anew while a hello was being answered. */
  private putBack(waiting: WaitingHello): void {
    if (!this.isClosed) this.hellos.push(waiting);
  }

  private leave(client: ConnectedClient): void {
    this.clients.delete(client);
    this.hellos = this.hellos.filter((each) => each.client !== client);
    const { clientId } = client;
    if (clientId === null) return;
    if ([...this.clients].some((other) => other.clientId === clientId)) return;
    this.presence.leave(clientId);
    this.locks.disconnected(clientId);
    if (!this.ops.some((each) => each.clientId === clientId) && !this.isPumping)
      this.known.forget(clientId);
  }

  /** Nothing that is not stored counts: all are sent away, to come back to what the log says. */
  private fail(): void {
    this.stored = null;
    this.reset('room_failed');
    this.reopenLater();
  }

  private shut(reason: CloseReason): void {
    this.isClosed = true;
    this.stored = null;
    this.reset(reason);
    this.answerReaders();
    this.options.onClosed?.(reason);
  }

  private reset(reason: CloseReason): void {
    this.timers.stopAll();
    this.ops = [];
    this.hellos = [];
    this.presence.close();
    this.locks.stop();
    for (const client of [...this.clients]) client.close(reason);
    this.known.clear();
  }

  private broadcast(message: RoomMessage): void {
    for (const client of [...this.clients]) if (client.isJoined) client.send(message);
  }
}
