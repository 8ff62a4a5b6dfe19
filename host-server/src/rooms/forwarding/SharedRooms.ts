import { setTimeout as delay } from 'node:timers/promises';
import type { Published } from '@cobble/engine/collaboration';
import { ApiError } from '../../shared/ApiError.ts';
import { RoomIsElsewhere } from '../repositories/rooms.ts';
import type { RoomOwner } from '../repositories/roomServers.ts';
import type { Rooms } from '../Rooms.ts';
import { Guests } from './Guests.ts';
import { type ConnectSocket, Host, OwnerIsGone } from './Host.ts';
import type { ForwardingReports } from './ForwardingReports.ts';
import { LETTER_FORMAT } from './letterFields.ts';
import { Links } from './Links.ts';
import { RedisInbox } from './RedisInbox.ts';
import type { ServerLease } from './ServerLease.ts';

/** How long somebody waits for the room of a page, ms. Socket.IO disconnects a client after 10 s. */
const FIND_MS = 8000;
/** How long to wait before looking again who owns a room, and whether it is still there, ms. */
const LOOK_MS = 200;

/** What the rest of the server uses of rooms. */
export type PageRooms = Pick<
  Rooms,
  'budgets' | 'announcePublished' | 'replaced' | 'applyPlans' | 'pageIds' | 'draftText'
> & {
  /** See {@link Rooms.prepare}. */
  prepare: (pageId: number, accountId: number) => Promise<ConnectSocket | null>;
  close: () => Promise<void>;
};

/** What {@link SharedRooms} need. */
export interface SharedRoomsServices {
  readonly rooms: Rooms;
  readonly lease: ServerLease;
  readonly serverId: string;
  readonly redisUrl: string;
  readonly reports: ForwardingReports;
}

/**
 * The rooms of several servers: those that this one owns, and, over Redis, those of others. A page's
 * room is opened here unless another server owns it.
 */
export class SharedRooms implements PageRooms {
  private readonly rooms: Rooms;
  private readonly lease: ServerLease;
  private readonly reports: ForwardingReports;
  private readonly inbox: RedisInbox;
  private readonly links: Links;
  /** The other servers, by id. */
  private readonly hosts = new Map<string, Host>();
  private readonly guests = new Set<Guests>();
  private closing: Promise<void> | null = null;

  constructor({ rooms, lease, serverId, redisUrl, reports }: SharedRoomsServices) {
    this.rooms = rooms;
    this.lease = lease;
    this.reports = reports;
    this.inbox = new RedisInbox(redisUrl, serverId, {
      onLetter: (letter) => {
        this.links.receive(letter);
      },
      onGarbage: () => {
        reports.garbageReceived();
      },
      onUp: () => {
        reports.redisUp();
      },
      onDown: (error) => {
        reports.redisDown(error);
        this.links.endAll();
      },
    });
    this.links = new Links({
      serverId,
      send: (to, letter) => this.inbox.send(to, letter),
      onBegun: (link) => {
        const guests = new Guests(link, { rooms, reports }, () => this.guests.delete(guests));
        this.guests.add(guests);
        return guests;
      },
      onFailure: (error) => {
        reports.lineFailed(error);
      },
    });
    // Cut off from Postgres, it can neither check sessions nor learn who owns its rooms by now.
    lease.whileLost(() => {
      this.links.endAll();
    });
    reports.watch({
      sent: () => sum([...this.hosts.values()]),
      received: () => sum([...this.guests]),
    });
  }

  get budgets(): Rooms['budgets'] {
    return this.rooms.budgets;
  }

  get pageIds(): readonly number[] {
    return this.rooms.pageIds;
  }

  async prepare(pageId: number, accountId: number): Promise<ConnectSocket | null> {
    return this.find(
      pageId,
      () => this.rooms.prepare(pageId, accountId),
      (host, signal) => host.prepare(pageId, accountId, signal),
    );
  }

  async draftText(pageId: number, accountId: number, request: unknown): Promise<string | null> {
    return this.find(
      pageId,
      () => this.rooms.draftText(pageId, accountId, request),
      (host, signal) => host.draft(pageId, accountId, request, signal),
    );
  }

  announcePublished(pageId: number, published: Published): void {
    this.rooms.announcePublished(pageId, published);
    if (!this.isOwn(pageId))
      this.tellOwner(pageId, (host) => {
        host.announcePublished(pageId, published);
      });
  }

  async replaced(pageId: number): Promise<void> {
    this.tellOwner(pageId, (host) => {
      host.replaced(pageId);
    });
    await this.rooms.replaced(pageId);
  }

  applyPlans(): Promise<void> {
    return this.rooms.applyPlans();
  }

  close(): Promise<void> {
    this.closing ??= this.closeAll();
    return this.closing;
  }

  private async closeAll(): Promise<void> {
    for (const host of this.hosts.values()) host.close();
    // They tell the clients of other servers that they are closed.
    await this.rooms.close();
    this.links.close();
    await this.lease.close();
    await this.inbox.close();
    this.reports.close();
  }

  /** Uses the room of a page, here or at its owner, whoever that is by then. */
  private async find<Result>(
    pageId: number,
    here: () => Promise<Result | null>,
    there: (host: Host, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result | null> {
    const untilMs = performance.now() + FIND_MS;
    while (performance.now() < untilMs && this.closing === null) {
      const owner = this.isOwn(pageId) ? null : await this.lease.ownerOf(pageId);
      // Whoever waited for Redis would ask Postgres again and again. Clients connect again later.
      if (owner !== null && !this.canReach(owner)) throw unavailable();
      try {
        return owner === null ? await here() : await this.askOwner(owner, untilMs, there);
      } catch (error) {
        if (!(error instanceof RoomIsElsewhere || error instanceof OwnerIsGone)) throw error;
      }
      await delay(LOOK_MS);
    }
    throw unavailable();
  }

  /** Whether the room of a page is open here, and no other server can have taken it over. */
  private isOwn(pageId: number): boolean {
    return this.rooms.has(pageId) && this.lease.isHeld;
  }

  private canReach({ format }: RoomOwner): boolean {
    return format === LETTER_FORMAT && this.inbox.isUp && this.lease.isHeld;
  }

  /** Uses another server, unless it is gone before it has responded, or does not respond in time. */
  private async askOwner<Result>(
    owner: RoomOwner,
    untilMs: number,
    ask: (host: Host, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const host = this.hostOf(owner);
    if (!host) throw new OwnerIsGone();
    const asking = new AbortController();
    const asked = ask(host, asking.signal).then((result) => ({ result }));
    try {
      for (;;) {
        const answer = await Promise.race([asked, delay(LOOK_MS, null, { ref: false })]);
        if (answer) return answer.result;
        if (performance.now() >= untilMs) throw unavailable();
        // The link ends when the owner is silent. Its lease may end before that.
        if (!(await this.lease.isAlive(owner.serverId))) throw new OwnerIsGone();
      }
    } finally {
      asking.abort();
    }
  }

  /** Another server; null while it cannot be reached. */
  private hostOf(owner: RoomOwner): Host | null {
    const { serverId } = owner;
    const known = this.hosts.get(serverId);
    if (known) return known;
    if (!this.canReach(owner)) return null;
    const services = { budgets: this.budgets, reports: this.reports };
    this.links.begin(serverId, (link) => {
      const host = new Host(link, services, () => this.hosts.delete(serverId));
      this.hosts.set(serverId, host);
      return host;
    });
    return this.hosts.get(serverId) ?? null;
  }

  /** Tells the owner of a page's room something, if another server is. What is lost is repaired later. */
  private tellOwner(pageId: number, tell: (host: Host) => void): void {
    this.lease
      .ownerOf(pageId)
      .then((owner) => {
        const host = owner && this.hostOf(owner);
        if (host) tell(host);
      })
      .catch((error: unknown) => {
        this.reports.ownerNotFound(error);
      });
  }
}

const unavailable = (): ApiError => new ApiError('err_unavailable', { retryAfterSeconds: 1 });

const sum = (all: readonly { readonly count: number }[]): number =>
  all.reduce((total, { count }) => total + count, 0);
