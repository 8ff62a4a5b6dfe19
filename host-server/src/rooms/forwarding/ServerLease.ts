import type { Knex } from 'knex';
import {
  findRoomOwner,
  isServerAlive,
  removeServer,
  renewServer,
  type RoomOwner,
} from '../repositories/roomServers.ts';
import type { ForwardingReports } from './ForwardingReports.ts';
import { LETTER_FORMAT } from './letterFields.ts';

/** How long a server's rooms stay its own after it was last seen, ms. */
const LEASE_MS = 2500;
const RENEW_MS = 500;
/** How many renewals may be unanswered at the same time. */
const MAX_RENEWING = 2;
/** How long an answer about another server is used, ms. */
const LOOK_MS = 200;

/**
 * The lease of this server: while it is renewed, no other server takes its rooms over. It is one row
 * for all rooms. What keeps a server out that has lost its lease without knowing is the epoch of a
 * room, which each append checks.
 */
export class ServerLease {
  private readonly knex: Knex;
  private readonly leaseKnex: Knex;
  private readonly serverId: string;
  private readonly reports: ForwardingReports;
  private readonly now: () => number;
  /** When the newest renewal that has succeeded was sent. */
  private renewedMs = -Infinity;
  private watching: NodeJS.Timeout | null = null;
  private timer: NodeJS.Timeout | null = null;
  private readonly renewing = new Set<Promise<void>>();
  private hasFailed = false;
  private isClosed = false;
  /** What was asked about other servers last, by id. */
  private readonly looks = new Map<string, Promise<boolean>>();
  /** What was asked about the owners of rooms last, by page. */
  private readonly ownerLooks = new Map<number, Promise<RoomOwner | null>>();

  /**
   * @param services.knex for questions about other servers, which clients cause.
   * @param services.leaseKnex for the lease alone: it must not wait for connections that others use.
   * @param now a clock that is never set back, ms.
   */
  constructor(
    {
      knex,
      leaseKnex,
      reports,
    }: {
      readonly knex: Knex;
      readonly leaseKnex: Knex;
      readonly reports: ForwardingReports;
    },
    serverId: string,
    now: () => number = () => performance.now(),
  ) {
    this.now = now;
    this.knex = knex;
    this.leaseKnex = leaseKnex;
    this.serverId = serverId;
    this.reports = reports;
  }

  /** Takes the lease and goes on renewing it. */
  async begin(): Promise<void> {
    // Nobody waits for its connections yet, and this may take longer than a renewal.
    await this.renewOver(this.knex);
    this.renewLater();
  }

  /** Whether no other server can have taken a room of this one over. */
  get isHeld(): boolean {
    return this.now() - this.renewedMs < LEASE_MS;
  }

  /** Calls a function again and again while the lease is not held, until it is closed. */
  whileLost(act: () => void): void {
    this.watching = setInterval(() => {
      if (!this.isHeld) act();
    }, LOOK_MS);
  }

  /** The other server that owns the room of a page, as of the last moments; null if none does. */
  ownerOf(pageId: number): Promise<RoomOwner | null> {
    return this.look(this.ownerLooks, pageId, async () => {
      const owner = await findRoomOwner(this.knex, pageId);
      return owner?.serverId === this.serverId ? null : owner;
    });
  }

  /** Whether another server is running, as of the last moments. */
  isAlive(serverId: string): Promise<boolean> {
    return this.look(this.looks, serverId, () => isServerAlive(this.knex, serverId));
  }

  /** Gives the lease up. Never rejects. */
  async close(): Promise<void> {
    this.isClosed = true;
    if (this.timer) clearTimeout(this.timer);
    if (this.watching) clearInterval(this.watching);
    // A later one would undo the removal.
    await Promise.all(this.renewing);
    await removeServer(this.leaseKnex, this.serverId).catch((error: unknown) => {
      this.reports.leaseKept(error);
    });
  }

  private get own(): RoomOwner {
    return { serverId: this.serverId, format: LETTER_FORMAT };
  }

  /** Asks once, however many wait for the answer. */
  private look<Key, Value>(
    looks: Map<Key, Promise<Value>>,
    key: Key,
    ask: () => Promise<Value>,
  ): Promise<Value> {
    const known = looks.get(key);
    if (known) return known;
    const look = ask();
    looks.set(key, look);
    setTimeout(() => looks.delete(key), LOOK_MS).unref();
    return look;
  }

  private async renewOver(knex: Knex): Promise<void> {
    const sentMs = this.now();
    await renewServer(knex, this.own, LEASE_MS);
    this.renewedMs = Math.max(this.renewedMs, sentMs);
  }

  private renewLater(): void {
    if (this.isClosed) return;
    this.timer = setTimeout(() => {
      // Also while the last one hangs: its connection may be broken.
      if (this.renewing.size < MAX_RENEWING) void this.renew();
      this.renewLater();
    }, RENEW_MS);
  }

  /** Never rejects. */
  private async renew(): Promise<void> {
    const renewing = this.renewOver(this.leaseKnex).then(
      () => {
        this.hasFailed = false;
      },
      (error: unknown) => {
        // Once, while it goes on failing.
        if (!this.hasFailed) this.reports.leaseFailed(error);
        this.hasFailed = true;
      },
    );
    this.renewing.add(renewing);
    await renewing;
    this.renewing.delete(renewing);
  }
}
