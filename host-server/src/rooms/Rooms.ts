import { pageSizesOf } from '@cobble/engine';
import {
  type Clock,
  createRoom,
  createWorkBudgets,
  type DraftResponse,
  type Published,
  type Room,
  type RoomConnection,
  type RoomPeer,
} from '@cobble/engine/collaboration';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { planOf, type Role } from '../contract/index.ts';
import { roomPageText } from '../pages/pageConversions.ts';
import { findRevisionText } from '../pages/repositories/pageRevisions.ts';
import { findPageById } from '../pages/repositories/pages.ts';
import { loggable } from '../shared/logRedaction.ts';
import { findOwnerRoles } from './repositories/roomMembers.ts';
import { RoomLogs } from './RoomLogs.ts';
import { RoomTurns } from './RoomTurns.ts';

/** How long a room stays open without connections, ms: a reload should not open it again. */
const IDLE_MS = 30_000;

/** What opening a room counts as, ms. */
const OPENING_MS = 100;

const TURNS = new RoomTurns();

/** Time and timers of rooms. What a room divides into parts shares turns with all other rooms. */
export const ROOM_CLOCK: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    if (delayMs === 0) return TURNS.next(run);
    const timer = setTimeout(run, delayMs);
    return () => {
      clearTimeout(timer);
    };
  },
};

/** A room and who uses it. */
interface OpenRoom {
  readonly room: Room;
  /** Of the page's owner, whose plan limits the page. */
  readonly roles: readonly Role[];
  connections: number;
  /** Cancels closing it; null while it is used. */
  stopClosing: (() => void) | null;
}

/** The rooms that are open on this server: at most one for each page, as long as somebody uses it. */
export class Rooms {
  /** How much time is spent on each account, in all rooms and on their connections. */
  readonly budgets = createWorkBudgets({ now: () => performance.now() });
  private readonly knex: Knex;
  private readonly log: Logger;
  private readonly clock: Clock;
  private readonly logs: RoomLogs;
  /** By the page's id. */
  private readonly rooms = new Map<number, OpenRoom>();
  /** Those whose page is being looked up. */
  private readonly opening = new Map<number, Promise<OpenRoom | null>>();
  private readonly closings = new Set<Promise<void>>();
  private isClosed = false;

  constructor({
    knex,
    log,
    clock = ROOM_CLOCK,
  }: {
    readonly knex: Knex;
    readonly log: Logger;
    readonly clock?: Clock;
  }) {
    this.knex = knex;
    this.log = log;
    this.clock = clock;
    this.logs = new RoomLogs(knex);
  }

  /** The ids of the pages whose rooms are open. */
  get pageIds(): readonly number[] {
    return [...this.rooms.keys()];
  }

  /**
   * Opens the room of a page, unless it is open.
   *
   * @param accountId whose budget opening it counts towards.
   * @returns connects a peer to the room; null if there is no such page or the server is being
   *   stopped.
   */
  async prepare(
    pageId: number,
    accountId: number,
  ): Promise<((peer: RoomPeer) => RoomConnection) | null> {
    const open = await this.find(pageId, accountId);
    return open && ((peer) => this.connect(pageId, open, peer));
  }

  /**
   * The response to a draft request for a page; null if the request is malformed or there is no such
   * page.
   *
   * @param accountId whose budget opening the room counts towards.
   */
  async draft(pageId: number, accountId: number, request: unknown): Promise<DraftResponse | null> {
    const open = await this.find(pageId, accountId);
    return open === null ? null : open.room.draft(request);
  }

  /** Tells everyone in a page's room that it was published. */
  announcePublished(pageId: number, published: Published): void {
    this.rooms.get(pageId)?.room.announcePublished(published);
  }

  /**
   * Closes a page's room, if it is open here, because the page was changed without it: its clients
   * connect to the next one.
   */
  async reopen(pageId: number): Promise<void> {
    const open = this.rooms.get(pageId);
    if (open) await this.closeRoom(pageId, open);
  }

  /** Reopens the rooms of pages whose owner has another plan now, with its limits. */
  async applyPlans(): Promise<void> {
    const roles = await findOwnerRoles(this.knex, this.pageIds);
    for (const [pageId, open] of [...this.rooms]) {
      const owned = roles.get(pageId);
      if (owned && planOf(owned) !== planOf(open.roles)) await this.closeRoom(pageId, open);
    }
  }

  /** Stores what waits, gives up all rooms and closes their connections, within 5 s. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.allSettled(this.opening.values());
    for (const [pageId, open] of [...this.rooms]) void this.closeRoom(pageId, open);
    await Promise.all(this.closings);
  }

  private connect(pageId: number, open: OpenRoom, peer: RoomPeer): RoomConnection {
    open.stopClosing?.();
    open.stopClosing = null;
    open.connections += 1;
    const connection = open.room.connect(peer);
    let isConnected = true;
    return {
      ...connection,
      disconnected: () => {
        connection.disconnected();
        if (!isConnected) return;
        isConnected = false;
        open.connections -= 1;
        this.closeLater(pageId, open);
      },
    };
  }

  private async find(pageId: number, accountId: number): Promise<OpenRoom | null> {
    const open = this.rooms.get(pageId);
    if (open) return open;
    if (!this.opening.has(pageId)) this.budgets.spend(accountId, OPENING_MS);
    const opening = this.opening.get(pageId) ?? this.open(pageId);
    this.opening.set(pageId, opening);
    try {
      return await opening;
    } finally {
      this.opening.delete(pageId);
    }
  }

  private async open(pageId: number): Promise<OpenRoom | null> {
    const { knex, clock, log } = this;
    const roles = (await findOwnerRoles(knex, [pageId])).get(pageId);
    if (roles === undefined || this.isClosed) return null;
    const room = createRoom({
      log: this.logs.logOf(pageId, (transaction) => readPage(transaction, pageId)),
      clock,
      maxBlocks: planOf(roles).maxBlocks,
      maxSizes: pageSizesOf({ roles }),
      budgets: this.budgets,
      onFailure: (error) => {
        log.error({ pageId, error: loggable(error) }, 'A room has recovered from an error');
      },
      onWarning: ({ code }) => {
        log.info({ pageId, code }, 'Something on a page could not be migrated');
      },
      onClosed: () => {
        this.forget(pageId, open);
      },
    });
    const open: OpenRoom = { room, roles, connections: 0, stopClosing: null };
    this.rooms.set(pageId, open);
    this.closeLater(pageId, open);
    return open;
  }

  /** Closes a room that nobody uses, unless somebody does by then. */
  private closeLater(pageId: number, open: OpenRoom): void {
    if (open.connections > 0 || this.rooms.get(pageId) !== open) return;
    open.stopClosing?.();
    open.stopClosing = this.clock.after(IDLE_MS, () => void this.closeRoom(pageId, open));
  }

  private async closeRoom(pageId: number, open: OpenRoom): Promise<void> {
    this.forget(pageId, open);
    const closing = open.room.close().catch((error: unknown) => {
      this.log.warn({ pageId, error: loggable(error) }, 'A room could not be given up');
    });
    this.closings.add(closing);
    await closing;
    this.closings.delete(closing);
  }

  private forget(pageId: number, open: OpenRoom): void {
    open.stopClosing?.();
    if (this.rooms.get(pageId) === open) this.rooms.delete(pageId);
  }
}

/** The page with which a room begins: its newest revision. */
async function readPage(transaction: Knex, pageId: number): Promise<unknown> {
  const page = await findPageById(transaction, pageId);
  const document = page && (await findRevisionText(transaction, pageId, page.revision));
  if (!page || document === null) throw new Error(`There is no page ${String(pageId)}`);
  return JSON.parse(roomPageText(page, document, page.revision)) as unknown;
}
