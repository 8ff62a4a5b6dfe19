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
  private timer: NodeJS.Timeout | null = null;
  private readonly renewing = new Set<Promise<void>>();
  private hasFailed = false;
  private isClosed = false;
  /** What was asked about other servers last, by id. */
  private readonly looks = new Map<string, Promise<boolean>>();

  /**
   * @param services.knex for questions about other servers, which clients cause.
   * @param services.leaseKnex for the lease alone: it must not wait for connections that others use.
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
  ) {
    this.knex = knex;
    this.leaseKnex = leaseKnex;
    this.serverId = serverId;
    this.reports = reports;
  }

  /** Takes the lease and goes on renewing it. */
  async begin(): Promise<void> {
    // Nobody waits for its connections yet, and this may take longer than a renewal.
    await renewServer(this.knex, this.own, LEASE_MS);
    this.renewLater();
  }

  /** The other server that owns the room of a page; null if none does. */
  async ownerOf(pageId: number): Promise<RoomOwner | null> {
    const owner = await findRoomOwner(this.knex, pageId);
    return owner?.serverId === this.serverId ? null : owner;
  }

  /** Whether another server is running, as of the last moments. */
  isAlive(serverId: string): Promise<boolean> {
    const known = this.looks.get(serverId);
    if (known) return known;
    const look = isServerAlive(this.knex, serverId);
    this.looks.set(serverId, look);
    setTimeout(() => this.looks.delete(serverId), LOOK_MS).unref();
    return look;
  }

  /** Gives the lease up. Never rejects. */
  async close(): Promise<void> {
    this.isClosed = true;
    if (this.timer) clearTimeout(this.timer);
    // A later one would undo the removal.
    await Promise.all(this.renewing);
    await removeServer(this.leaseKnex, this.serverId).catch((error: unknown) => {
      this.reports.leaseKept(error);
    });
  }

  private get own(): RoomOwner {
    return { serverId: this.serverId, format: LETTER_FORMAT };
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
    const renewing = renewServer(this.leaseKnex, this.own, LEASE_MS).then(
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
