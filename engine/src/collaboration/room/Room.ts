import { reportRejection } from '../../model/promises.ts';
import type { CloseReason } from '../protocol/codes.ts';
import type { ClientMessage } from '../protocol/clientMessages.ts';
import type { DraftResponse } from '../protocol/draftRequest.ts';
import { ROOM_TIMES } from '../protocol/limits.ts';
import type { JsonMeasure } from '../protocol/measureJson.ts';
import { readDraftRequest } from '../protocol/readMessage.ts';
import type { RoomMessage } from '../protocol/roomMessages.ts';
import { checkedClock } from '../checkedClock.ts';
import type { Clock } from '../Clock.ts';
import { reporterOf } from '../reporterOf.ts';
import { Timers } from '../Timers.ts';
import { within } from '../within.ts';
import { admit, type WaitingHello } from './admit.ts';
import { checkPeer, checkRole, checkRoomOptions, readPublished } from './checkRoomOptions.ts';
import { ConnectedClient } from './ConnectedClient.ts';
import type { LockTable } from './LockTable.ts';
import { OpAssembler } from './OpAssembler.ts';
import type { OpQueue } from './OpQueue.ts';
import { Ownership } from './Ownership.ts';
import { openPage } from './restorePage.ts';
import { emitterOf, type RoomEvent } from './RoomEvent.ts';
import type { Published, RoomConnection, RoomOptions, RoomPeer, RoomState } from './RoomOptions.ts';
import { ROOM_PARTS, type RoomParts } from './RoomParts.ts';
import { RoomPresence } from './RoomPresence.ts';
import type { StoredPage } from './StoredPage.ts';
import { storedOps, storeOps } from './storeOps.ts';
import type { MemoryShare } from './SharedMemory.ts';
import { type Budgets, ownBudgets } from './WorkBudgets.ts';

const MAX_REOPEN_DELAY_MS = 5000;
/** How often a room looks whether it may work for the accounts whose ops wait. */
const WORK_AGAIN_MS = 100;
/** More time than any call takes that is not divided into turns. */
const MAX_CALL_MS = 1000;

/** How long a room waits at least between the beginnings of two batches of ops, ms. */
export const ROOM_BATCHES = {
  /** At most. */
  pauseMs: 16,
  /** For each client beyond those of a small room. */
  pauseMsPerClient: 0.5,
  /** Clients with which it does not wait. */
  smallRoom: 8,
} as const;

type Phase =
  | { readonly name: 'opening' }
  | { readonly name: 'open'; readonly stored: StoredPage }
  | { readonly name: 'closed' };

/**
 * Creates the room of one page and takes the page over in the log. The room is the authority over
 * the page until the log assigns the next epoch to another owner. No op is acknowledged or
 * broadcast before the log has stored it.
 *
 * @throws CobbleError `kit_invalid` if `kits` are invalid, `input_invalid` for an option that is
 *   missing or of the wrong type (details: `path`)
 */
export function createRoom(options: RoomOptions): Room {
  checkRoomOptions(options);
  return new Room(options);
}

/**
 * The authority over one page. Hellos and ops wait in queues, and one `process` at a time handles
 * them: ops are decided on in order, stored in one append, and only then broadcast. If the log
 * fails, the room drops everything that is not stored and reopens the log.
 */
export class Room {
  private readonly options: RoomOptions;
  /** Reports an error to the host. Does not throw. */
  private readonly report: (error: unknown) => void;
  /** Reports an event to the host; null if it does not listen. Does not throw. */
  private readonly emit: ((event: RoomEvent) => void) | null;
  private readonly clock: Clock;
  private readonly parts: RoomParts;
  private readonly clients = new Set<ConnectedClient>();
  private readonly presence: RoomPresence;
  private readonly locks: LockTable;
  private readonly queue: OpQueue;
  private readonly budgets: Budgets;
  /** What the room keeps for clients that come back. */
  private readonly recent: MemoryShare;
  private readonly assembler: OpAssembler;
  private readonly timers: Timers;
  private readonly ownership: Ownership;
  private phase: Phase = { name: 'opening' };
  private hellos: WaitingHello[] = [];
  private readers: ((state: RoomState | null) => void)[] = [];
  /** Resolves when the attempt to open the log ends. */
  private opening: Promise<void>;
  private isProcessing = false;
  /** Resolves when the run in progress ends. */
  private processing: Promise<void> = Promise.resolve();
  private closing: Promise<void> | null = null;
  /** When the last batch began; -Infinity if the next one need not wait. */
  private batchMs = -Infinity;
  private failures = 0;

  /** Use `createRoom`, which checks the options. */
  constructor(options: RoomOptions, parts: Partial<RoomParts> = {}) {
    this.options = options;
    this.report = reporterOf(options);
    this.emit = emitterOf(options, this.report);
    this.parts = { ...ROOM_PARTS, ...parts };
    const clock = checkedClock(options.clock, this.report);
    this.clock = clock;
    this.timers = new Timers(clock);
    this.ownership = new Ownership(options.log, clock, this.report);
    this.budgets = options.budgets ?? ownBudgets();
    this.recent = this.budgets.recent.share(() => this.stored?.keepLess() ?? 0);
    this.queue = this.parts.createQueue();
    this.queue.memory = this.budgets.waiting;
    this.queue.mayBegin = (accountId) => this.budgets.mayBegin(accountId);
    this.assembler = new OpAssembler(clock, this.queue, this.parts.partChars);
    const broadcast = (message: RoomMessage): void => this.broadcast(message);
    this.presence = new RoomPresence(clock, (messageFor) => this.sendEach(messageFor));
    this.locks = this.parts.createLocks(clock, broadcast);
    this.opening = this.open();
  }

  /**
   * Adds a connection. Its first message must be a hello.
   *
   * @throws CobbleError `input_invalid` for a peer without methods or a valid session (details:
   *   `path`); its `setRole` throws it for a role that does not exist
   */
  connect(peer: RoomPeer): RoomConnection {
    const session = checkPeer(peer);
    const client = new ConnectedClient(peer, session, this.clock, {
      onHello: (from, hello) => {
        this.forgetHello(from);
        this.hellos.push({ client: from, hello });
        void this.process();
      },
      onMessage: (from, message, size) => this.receive(from, message, size),
      isCounted: (from, message) =>
        message.type === 'op-part' && this.assembler.isNext(from, message),
      blockCount: () => this.stored?.blockCount ?? 0,
      waitMs: ({ session: { accountId } }) => this.budgets.waitMs(accountId),
      onRole: (from) => this.applyRole(from),
      onDisconnect: (from) => this.remove(from),
      onFailure: (error) => this.report(error),
      emit: this.emit,
    });
    this.clients.add(client);
    if (this.isClosed || this.closing) client.close('room_closed');
    return {
      receive: (message) => client.receive(message),
      disconnected: () => client.disconnected(),
      setRole: (role) => {
        checkRole('role', role);
        client.setRole(role);
      },
    };
  }

  /** Resolves to the stored page once no batch is in progress; to null when the room is closed. */
  read(): Promise<RoomState | null> {
    return new Promise((resolve) => {
      this.readers.push(resolve);
      this.resolveReaders();
    });
  }

  /**
   * Notifies everyone in the room that the host has published the page as of a seq
   * (`replayPatches`).
   *
   * @throws CobbleError `input_invalid` (details: `path`)
   */
  announcePublished(published: Published): void {
    this.broadcast({ type: 'update-with-published-page', ...readPublished(published) });
  }

  /**
   * The response to a draft request; null if it is malformed or for another page, or after closing.
   */
  async draft(request: unknown): Promise<DraftResponse | null> {
    const read = readDraftRequest(request);
    if (!read) return null;
    const state = await this.read();
    if (state?.page.ID !== read.latestPublishedPage.ID) return null;
    const { page, seq } = state;
    const isNewer = seq > read.latestPublishedPage.revision;
    return { type: 'send-draft', body: { draft: isNewer ? { page, seq } : null } };
  }

  /**
   * Stores waiting ops, gives up ownership and closes all connections. Takes no more ops from now
   * on. Resolves within 5 s, even if the log does not respond: clients then send what is not stored
   * to the next room. Rejects if ownership cannot be given up.
   */
  close(): Promise<void> {
    this.queue.close();
    this.closing ??= within(ROOM_TIMES.closeMs, this.clock, [
      () => this.process(),
      () => this.handOver(),
    ]);
    return this.closing;
  }

  private async handOver(): Promise<void> {
    const { stored, isProcessing } = this;
    if (this.isClosed) return;
    this.shutDown('room_closed');
    if (!stored) {
      await this.opening;
      return;
    }
    // The records are ahead of the log while a batch is being stored.
    const saveLast = async (): Promise<void> => {
      await stored.saved;
      if (!isProcessing && stored.isSnapshotWorthwhile) await this.saveSnapshot(stored);
    };
    // Not one after the other: the next owner need not wait for a large snapshot.
    await Promise.all([this.options.log.close(stored.epoch), saveLast()]);
  }

  private get isClosed(): boolean {
    return this.phase.name === 'closed';
  }

  private get stored(): StoredPage | null {
    return this.phase.name === 'open' ? this.phase.stored : null;
  }

  /** Gives readers what is stored, between two batches or when nothing is in progress. */
  private resolveReaders(isBetweenBatches = !this.isProcessing): void {
    const { stored } = this;
    if (this.readers.length === 0 || !(this.isClosed || (stored && isBetweenBatches))) return;
    const state = stored && { seq: stored.seq, page: stored.page, epoch: stored.epoch };
    for (const resolve of this.readers.splice(0)) resolve(state);
  }

  private async open(): Promise<void> {
    const { options, clock, parts } = this;
    try {
      const sentMs = clock.now();
      const outcome = await openPage(options, parts, clock);
      if (this.isClosed) {
        if (outcome !== 'moved') await options.log.close(outcome.opened.epoch);
        return;
      }
      if (outcome === 'moved') {
        this.shutDown('room_moved');
        return;
      }
      const { opened, stored } = outcome;
      this.phase = { name: 'open', stored };
      this.recent.set(stored.recentMemory);
      this.ownership.confirm(sentMs);
      this.failures = 0;
      this.queue.untrackAll();
      const quietMs = opened.previousOwnerQuietMs ?? Infinity;
      const recoveryMs = ROOM_TIMES.lockLeaseMs + ROOM_TIMES.ownerFenceMs - quietMs;
      this.locks.start(opened.epoch, clock.now() + Math.max(0, recoveryMs));
      this.startTimers();
      this.emit?.({
        type: 'opened',
        epoch: opened.epoch,
        seq: stored.seq,
        blocks: stored.blockCount,
        previousOwnerQuietMs: opened.previousOwnerQuietMs,
        memory: stored.memory,
      });
      void this.process();
      this.resolveReaders();
    } catch (error) {
      this.report(error);
      this.reopenLater();
    }
  }

  private reopenLater(): void {
    this.failures += 1;
    const delayMs = Math.min(MAX_REOPEN_DELAY_MS, 50 * 2 ** this.failures);
    this.timers.once('open', delayMs, () => {
      if (!this.isClosed) this.opening = this.open();
    });
  }

  private startTimers(): void {
    this.timers.every('snapshot', ROOM_TIMES.snapshotAfterMs, () => {
      const { stored } = this;
      if (!this.isProcessing && stored?.isSnapshotWorthwhile === true)
        void this.saveSnapshot(stored);
    });
    this.timers.every('renew', ROOM_TIMES.ownerRenewMs, () => {
      const lockEpochs = this.locks.all.map(({ epoch }) => epoch);
      const { here } = this.presence;
      const { stored } = this;
      if (stored)
        this.broadcast({ type: 'head', seq: stored.seq, lockEpochs, ...(here ? { here } : {}) });
      void this.renew();
    });
  }

  private async renew(): Promise<void> {
    const { stored } = this;
    const isOwner = !stored || (await this.ownership.renew(stored.epoch));
    if (!isOwner && this.stored === stored) this.shutDown('room_moved');
  }

  private receive(
    client: ConnectedClient,
    message: Exclude<ClientMessage, { type: 'hello' }>,
    size: JsonMeasure,
  ): void {
    switch (message.type) {
      case 'ops':
        if (this.queue.add(client, { ...message, ...size, arrivedMs: this.clock.now() }))
          void this.process();
        break;
      case 'op-part':
        if (this.assembler.receive(client, message)) void this.process();
        break;
      default:
        this.timed([client.session.accountId], () => this.respond(client, message));
    }
  }

  /** Handles a message that needs no op to be decided on. */
  private respond(
    client: ConnectedClient,
    message: Exclude<ClientMessage, { type: 'hello' | 'ops' | 'op-part' }>,
  ): void {
    switch (message.type) {
      case 'catch-up':
        // From the entries, not the records, which are ahead while a batch is being stored.
        if (client.isJoined) client.catchUp(this.stored?.after(message.lastSeq) ?? null);
        break;
      case 'acquire-locks': {
        // Blocks that exist only in an op being decided on do not count.
        const { isFenced } = this.ownership;
        const hasBlock = (uuid: string): boolean => this.stored?.records.hadBlock(uuid) ?? false;
        this.locks.acquire(client, message, { isFenced, hasBlock });
        break;
      }
      case 'release-locks':
        this.locks.release(client.clientId ?? '', message.thingUuids);
        break;
      default:
        this.presence.receive(client, message);
    }
  }

  /** Applies a client's role to its queued ops. If some are rejected, notifies the client. */
  private applyRole(client: ConnectedClient): void {
    const { clientId, role } = client;
    if (!client.mayWrite) this.assembler.drop(client);
    if (clientId === null || !this.queue.changeRole(clientId, role)) return;
    client.refuse('not_permitted', { lastMid: this.queue.lastMid(clientId) });
  }

  /**
   * Handles waiting hellos and ops until there are none; one run at a time. Never rejects: an
   * unexpected error is reported, and the room starts over from its log.
   */
  private process(): Promise<void> {
    if (!this.isProcessing && !this.isClosed) {
      this.isProcessing = true;
      this.processing = this.processAll();
    }
    return this.processing;
  }

  private async processAll(): Promise<void> {
    try {
      for (let stored = this.nextWork(); stored; stored = this.nextWork()) {
        for (const waiting of this.hellos.splice(0))
          // Otherwise it has started over, and has closed all connections.
          if (this.stored === stored) await this.welcome(waiting, stored);
        this.resolveReaders(true);
        if (this.isBatchDue && this.stored === stored) await this.store(stored);
      }
    } catch (error) {
      this.report(error);
      this.restart();
    } finally {
      this.isProcessing = false;
      this.untrackAbsent();
      this.resolveReaders();
      if (this.queue.first && this.stored)
        this.timers.once('batch', this.batchWaitMs, () => {
          // Also if the clock stands still.
          this.batchMs = -Infinity;
          void this.process();
        });
      // Ops of accounts that must wait.
      else if (!this.queue.isEmpty && this.stored)
        this.timers.once('work', WORK_AGAIN_MS, () => void this.process());
    }
  }

  /** The stored page if a hello is waiting, or an op that may be decided on; else null. */
  private nextWork(): StoredPage | null {
    return this.hellos.length > 0 || this.isBatchDue ? this.stored : null;
  }

  private get isBatchDue(): boolean {
    return this.queue.first !== undefined && this.batchWaitMs <= 0;
  }

  /**
   * The time until the next batch. Each is sent to every client, so in a large room that many people
   * edit, ops wait a moment for others. An op after a pause does not wait.
   */
  private get batchWaitMs(): number {
    const { pauseMs, pauseMsPerClient, smallRoom } = ROOM_BATCHES;
    const pause = Math.min(pauseMs, (this.clients.size - smallRoom) * pauseMsPerClient);
    const sinceMs = this.clock.now() - this.batchMs;
    // The clock may have been set back.
    return this.queue.isClosing || sinceMs < 0 ? 0 : pause - sinceMs;
  }

  /** Counts the time that a call takes towards the budgets of accounts, in equal parts. */
  private timed(accountIds: readonly number[], call: () => void): void {
    const startMs = this.clock.now();
    call();
    // Beyond that, the process was suspended.
    const ms = Math.min(this.clock.now() - startMs, MAX_CALL_MS) / accountIds.length;
    if (ms > 0) for (const accountId of accountIds) this.budgets.spend(accountId, ms);
  }

  private async store(stored: StoredPage): Promise<void> {
    const { options, clock, parts, queue, locks, budgets, report } = this;
    const isCurrent = (): boolean => this.stored === stored;
    this.timers.stop('batch');
    this.batchMs = clock.now();
    const outcome = await storeOps(
      { options, clock, parts, queue, locks, budgets, isCurrent, report },
      stored,
    );
    if (!isCurrent() || outcome.name === 'nothing-new') return;
    if (outcome.name === 'moved') this.shutDown('room_moved');
    else if (outcome.name === 'unknown') this.restart();
    else if (outcome.name === 'stored') {
      const { entries, sentMs, isPartial } = outcome;
      if (isPartial) this.batchMs = -Infinity;
      const storingMs = clock.now() - sentMs;
      this.ownership.confirm(sentMs);
      stored.add(entries);
      this.timed(
        entries.map(({ entry }) => entry.accountId),
        () => this.broadcast({ type: 'stream', entries: entries.map(({ entry }) => entry) }),
      );
      this.recent.set(stored.recentMemory);
      const ops = storedOps(outcome, clock.now());
      this.emit?.({ type: 'stored', ops, storingMs, memory: stored.memory });
      this.saveSnapshotIfDue(stored);
    }
  }

  /** Stores a snapshot if one is due: now, or once the pause after the last one is over. */
  private saveSnapshotIfDue(stored: StoredPage): void {
    if (!stored.isSnapshotDue) return;
    const waitMs = stored.nextSnapshotMs - this.clock.now();
    if (waitMs <= 0) void this.saveSnapshot(stored);
    else
      this.timers.once('snapshot-due', waitMs, () => {
        // Otherwise, it is stored with the batch that is being stored.
        if (!this.isProcessing && this.stored === stored) this.saveSnapshotIfDue(stored);
      });
  }

  private saveSnapshot(stored: StoredPage): Promise<void> {
    const { budgets, clock, report } = this;
    return stored.saveSnapshot({ log: this.options.log, clock, budgets, report });
  }

  private async welcome(waiting: WaitingHello, stored: StoredPage): Promise<void> {
    const { client } = waiting;
    const { clientId } = client;
    try {
      const outcome = await admit(waiting, stored, {
        log: this.options.log,
        queue: this.queue,
        locks: () => this.locks.all,
        present: () => this.presence.presentFor(client.session.accountId),
        isCurrent: (each) => this.stored === each,
        send: (message) => this.timed([client.session.accountId], () => client.send(message)),
        spend: (ms) => this.budgets.spend(client.session.accountId, ms),
      });
      if (outcome === 'moved') this.shutDown('room_moved');
      else if (outcome === 'retry' && !this.isClosed) this.hellos.push(waiting);
      else if (client.isJoined) this.applyRole(client);
      if (clientId !== null && client.clientId !== clientId) this.clientLeft(clientId);
    } catch (error) {
      this.report(error);
      this.restart();
    }
  }

  private remove(client: ConnectedClient): void {
    this.clients.delete(client);
    this.assembler.drop(client);
    this.forgetHello(client);
    if (client.clientId !== null) this.clientLeft(client.clientId);
  }

  private forgetHello(client: ConnectedClient): void {
    this.hellos = this.hellos.filter((each) => each.client !== client);
  }

  /**
   * If no connection uses a client id any more, removes its presence and lets its locks expire,
   * unless the client returns in time.
   */
  private clientLeft(clientId: string): void {
    if ([...this.clients].some((other) => other.clientId === clientId)) return;
    this.presence.leave(clientId);
    this.locks.disconnected(clientId);
    this.untrackAbsent();
  }

  /** Stops tracking clients that have left, unless hellos or ops are being handled. */
  private untrackAbsent(): void {
    if (this.isProcessing) return;
    this.queue.untrackExcept(new Set([...this.clients].map(({ clientId }) => clientId)));
  }

  /** Drops everything that is not stored, closes all connections, and reopens the log. */
  private restart(): void {
    if (this.isClosed) return;
    this.phase = { name: 'opening' };
    this.recent.set(0);
    this.reset('room_failed');
    this.reopenLater();
  }

  private shutDown(reason: CloseReason): void {
    this.phase = { name: 'closed' };
    this.recent.leave();
    this.reset(reason);
    this.resolveReaders();
    try {
      reportRejection(this.options.onClosed?.(reason), this.report);
    } catch (error) {
      this.report(error);
    }
  }

  private reset(reason: CloseReason): void {
    this.timers.stopAll();
    this.queue.clear();
    this.hellos = [];
    this.presence.close();
    this.locks.stop();
    for (const client of [...this.clients]) client.close(reason);
    this.queue.clear();
  }

  private broadcast(message: RoomMessage): void {
    this.sendEach(() => message);
  }

  /** Sends everyone the message for their client id and account, or none for null. */
  private sendEach(messageFor: (clientId: string, accountId: number) => RoomMessage | null): void {
    for (const client of [...this.clients]) {
      const { clientId, isJoined, session } = client;
      const message = isJoined ? messageFor(clientId ?? '', session.accountId) : null;
      if (message) client.send(message);
    }
  }
}
