import type { CloseReason } from '../protocol/codes.ts';
import type { ClientMessage } from '../protocol/clientMessages.ts';
import { ROOM_TIMES } from '../protocol/limits.ts';
import { readDraftRequest } from '../protocol/readMessage.ts';
import type { RoomMessage } from '../protocol/roomMessages.ts';
import { Timers } from '../Timers.ts';
import { admit, type WaitingHello } from './admit.ts';
import type { ClientTable } from './ClientTable.ts';
import { ConnectedClient } from './ConnectedClient.ts';
import { LockKeeper } from './LockKeeper.ts';
import { openRoom } from './openRoom.ts';
import type { OpIntake } from './OpIntake.ts';
import { Ownership } from './Ownership.ts';
import { PresenceBoard } from './PresenceBoard.ts';
import { type PublishRequest, Publishing } from './Publishing.ts';
import type { Room, RoomOptions, RoomPeer, RoomState } from './Room.ts';
import type { RoomParts } from './RoomParts.ts';
import type { StoredPage } from './StoredPage.ts';
import { storeOps } from './storeOps.ts';

/** A room opens its log, works on what that says, opens it anew when it fails, and closes once. */
type Phase =
  | { readonly name: 'opening' }
  | { readonly name: 'open'; readonly stored: StoredPage }
  | { readonly name: 'closed' };

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
  private readonly intake: OpIntake;
  private readonly ownership: Ownership;
  private readonly publishing: Publishing;
  private readonly timers: Timers;
  private phase: Phase = { name: 'opening' };
  private hellos: WaitingHello[] = [];
  private readers: ((state: RoomState | null) => void)[] = [];
  private isPumping = false;
  private failures = 0;

  constructor(options: RoomOptions, parts: RoomParts) {
    this.options = options;
    this.parts = parts;
    const { clock, log, publisher = null } = options;
    this.timers = new Timers(clock);
    this.known = parts.createClients();
    this.intake = parts.createIntake(this.known);
    this.ownership = new Ownership(log, clock);
    const broadcast = (message: RoomMessage): void => this.broadcast(message);
    this.presence = new PresenceBoard(clock, broadcast);
    this.locks = new LockKeeper(clock, broadcast);
    this.publishing = new Publishing(publisher, () => this.read(), broadcast);
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
      onRole: (from) => this.applyRole(from),
      onGone: (from) => this.leave(from),
      onFailure: (error) => this.report(error),
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

  private get isClosed(): boolean {
    return this.phase.name === 'closed';
  }

  private get stored(): StoredPage | null {
    return this.phase.name === 'open' ? this.phase.stored : null;
  }

  /** Readers see what is stored: between two batches, or when nothing is under way. */
  private answerReaders(isBetween = !this.isPumping): void {
    const { stored } = this;
    if (this.readers.length === 0 || !(this.isClosed || (stored && isBetween))) return;
    const state = stored && { seq: stored.seq, page: stored.page, epoch: stored.epoch };
    for (const resolve of this.readers.splice(0)) resolve(state);
  }

  private async open(): Promise<void> {
    const { clock } = this.options;
    try {
      const askedMs = clock.now();
      const outcome = await openRoom(this.options, this.parts);
      if (this.isClosed) return;
      if (outcome === 'moved') {
        this.shut('room_moved');
        return;
      }
      const { opened, stored } = outcome;
      this.phase = { name: 'open', stored };
      this.ownership.heard(askedMs);
      this.failures = 0;
      this.known.clear();
      const quiet = opened.previousOwnerQuietMs;
      const wait = ROOM_TIMES.lockLeaseMs + ROOM_TIMES.ownerFenceMs - (quiet ?? Infinity);
      this.locks.start(this.parts.createLocks(opened.epoch, clock.now() + Math.max(0, wait)));
      this.startTimers();
      void this.pump();
      this.answerReaders();
    } catch (error) {
      this.report(error);
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

  private async renew(): Promise<void> {
    const { stored } = this;
    const isOwner = stored && (await this.ownership.renew(stored.epoch));
    if (isOwner === false && this.stored === stored) this.shut('room_moved');
  }

  private handle(
    client: ConnectedClient,
    message: Exclude<ClientMessage, { type: 'hello' }>,
  ): void {
    switch (message.type) {
      case 'ops':
        if (this.intake.take(client, message)) void this.pump();
        break;
      case 'catch-up':
        this.catchUp(client, message.lastSeq);
        break;
      case 'acquire-locks': {
        const { isFenced } = this.ownership;
        this.locks.acquire(client, message, { isFenced, blocks: this.stored?.records.blocks });
        break;
      }
      case 'release-locks':
        this.locks.release(client.clientId ?? '', message.thingUuids);
        break;
      default:
        this.presence.hear(client, message);
    }
  }

  private catchUp(client: ConnectedClient, lastSeq: number): void {
    if (!client.isJoined) return;
    // Between being decided and being stored nothing of the records may be seen.
    const entries = this.stored?.after(lastSeq);
    if (entries) client.send({ type: 'stream', entries: [...entries] });
    else client.close('room_failed');
  }

  /** What waits of somebody is decided on by what they may do now; and they hear what is not. */
  private applyRole(client: ConnectedClient): void {
    const { clientId, role } = client;
    if (clientId === null || !this.intake.changeRole(clientId, role)) return;
    client.refuse('not_permitted', { lastMid: this.known.lastMid(clientId) });
  }

  /**
   * One at a time: welcomes who has said hello, then decides on what waits and stores it. Never
   * rejects: what nobody has foreseen is told to the host, and the room starts over from its log.
   */
  private async pump(): Promise<void> {
    if (this.isPumping || this.isClosed) return;
    this.isPumping = true;
    try {
      for (let stored = this.toDo(); stored; stored = this.toDo()) {
        for (const waiting of this.hellos.splice(0)) await this.welcome(waiting, stored);
        this.answerReaders(true);
        if (!this.intake.isEmpty && this.stored === stored) await this.store(stored);
      }
    } catch (error) {
      this.report(error);
      this.fail();
    } finally {
      this.isPumping = false;
      this.answerReaders();
    }
  }

  /** The page, if there is something to do on it. */
  private toDo(): StoredPage | null {
    return this.hellos.length > 0 || !this.intake.isEmpty ? this.stored : null;
  }

  private async store(stored: StoredPage): Promise<void> {
    const { options, parts, known, locks } = this;
    const report = (error: unknown): void => this.report(error);
    const context = { options, parts, known, locks: locks.table, report };
    const outcome = await storeOps(context, stored, this.intake.next());
    if (this.isClosed || outcome.name === 'nothing-new') return;
    if (outcome.name === 'moved') this.shut('room_moved');
    else if (outcome.name === 'unknown') this.fail();
    else {
      const { entries, askedMs } = outcome;
      this.ownership.heard(askedMs);
      stored.records.keep();
      stored.add(entries);
      this.broadcast({ type: 'stream', entries: [...entries] });
      if (stored.isSnapshotDue) void stored.saveSnapshot(options.log);
    }
  }

  private async welcome(waiting: WaitingHello, stored: StoredPage): Promise<void> {
    try {
      const outcome = await admit(waiting, stored, {
        log: this.options.log,
        known: this.known,
        locks: () => this.locks.table.all,
        present: () => this.presence.present,
        isCurrent: (each) => this.stored === each,
      });
      if (outcome === 'moved') this.shut('room_moved');
      else if (outcome === 'again' && !this.isClosed) this.hellos.push(waiting);
      else if (waiting.client.isJoined) this.applyRole(waiting.client);
    } catch {
      this.fail();
    }
  }

  private leave(client: ConnectedClient): void {
    this.clients.delete(client);
    this.hellos = this.hellos.filter((each) => each.client !== client);
    const { clientId } = client;
    if (clientId === null) return;
    if ([...this.clients].some((other) => other.clientId === clientId)) return;
    this.presence.leave(clientId);
    this.locks.disconnected(clientId);
    if (!this.intake.hasOpsOf(clientId) && !this.isPumping) this.known.forget(clientId);
  }

  /** Nothing that is not stored counts: all are sent away, to come back to what the log says. */
  private fail(): void {
    if (this.isClosed) return;
    this.phase = { name: 'opening' };
    this.reset('room_failed');
    this.reopenLater();
  }

  private shut(reason: CloseReason): void {
    this.phase = { name: 'closed' };
    this.reset(reason);
    this.answerReaders();
    try {
      this.options.onClosed?.(reason);
    } catch (error) {
      this.report(error);
    }
  }

  /** Tells the host. If that throws too, there is nobody left to tell, and the room goes on. */
  private report(error: unknown): void {
    try {
      this.options.onFailure?.(error);
    } catch {
      // It was told.
    }
  }

  private reset(reason: CloseReason): void {
    this.timers.stopAll();
    this.intake.clear();
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
