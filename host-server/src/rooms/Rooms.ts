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
import { planOf } from '../contract/index.ts';
import { roomPageText } from '../pages/pageConversions.ts';
import { findRevisionText } from '../pages/repositories/pageRevisions.ts';
import { findPageById } from '../pages/repositories/pages.ts';
import { FairQueue, type FairQueueOptions } from '../shared/FairQueue.ts';
import { loggable } from '../shared/logRedaction.ts';
import { findOwners, type PageOwner } from './repositories/roomMembers.ts';
import { jsonOf } from './jsonOf.ts';
import { compactRoom, RoomIsElsewhere } from './repositories/rooms.ts';
import { type OwningServer, RoomLogs } from './RoomLogs.ts';
import { type MeasuredRoom, noMemory, ROOM_MEMORY, RoomMemory } from './RoomMemory.ts';
import { requireTime } from './requireTime.ts';
import type { RoomReports } from './RoomReports.ts';
import { ROOM_TURNS } from './RoomTurns.ts';

/** How long a room stays open without connections, ms: a reload should not open it again. */
const IDLE_MS = 30_000;

/** What opening a room counts as, ms. */
const OPENING_MS = 100;

/** How much JSON is written in one ms, characters. */
const JSON_CHARS_PER_MS = 50_000;

/**
 * How drafts are written: the text of a large page is 8 MB, and each account's time is known only
 * after its last one.
 */
const DRAFTS: FairQueueOptions = {
  concurrency: 4,
  concurrencyPerKey: 1,
  maxWaiting: 1000,
  maxWaitingPerKey: 5,
  maxWaitMs: 8000,
  retryAfterSeconds: 1,
};

/** How rooms are opened: reading the page of one takes memory, and up to half a second. */
const OPENING: FairQueueOptions = {
  concurrency: 2,
  concurrencyPerKey: 1,
  heavyMs: 1000,
  maxWaiting: 1000,
  maxWaitingPerKey: 100,
  // Socket.IO disconnects a client that waits for 10 s.
  maxWaitMs: 8000,
  retryAfterSeconds: 1,
};

/** Time and timers of rooms. What a room divides into parts shares turns with all other rooms. */
export const ROOM_CLOCK: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    if (delayMs === 0) return ROOM_TURNS.next(run);
    const timer = setTimeout(run, delayMs);
    return () => {
      clearTimeout(timer);
    };
  },
};

/** A room and who uses it. */
interface OpenRoom extends MeasuredRoom {
  readonly room: Room;
  /** The page's owner, whose plan limits the page. */
  readonly owner: PageOwner;
  isOpen: boolean;
  /** Whether another server owns it. */
  isElsewhere: boolean;
  chars: number;
  connections: number;
  usedAt: number;
  /** Cancels closing it; null while it is used. */
  stopClosing: (() => void) | null;
}

/** A draft as JSON of the response. */
interface WrittenDraft {
  /** Not kept any longer than its room keeps it. */
  readonly page: WeakRef<object>;
  readonly seq: number;
  readonly json: Promise<string>;
}

/** The rooms that are open on this server: at most one for each page, as long as somebody uses it. */
export class Rooms {
  /** How much time is spent on each account, in all rooms and on their connections. */
  readonly budgets = createWorkBudgets({ now: () => performance.now() });
  private readonly knex: Knex;
  private readonly log: Logger;
  private readonly reports: RoomReports;
  private readonly clock: Clock;
  private readonly logs: RoomLogs;
  private readonly memory: RoomMemory<OpenRoom>;
  /** By the page's id. Of those that nobody uses, the one that was used last comes last. */
  private readonly rooms = new Map<number, OpenRoom>();
  /** Those that are being opened, whoever has begun it. */
  private readonly opening = new Map<number, Promise<OpenRoom | null>>();
  private readonly queue = new FairQueue<number>(OPENING);
  private readonly drafts = new FairQueue<number>(DRAFTS);
  /** The draft that was written last: when many open a page, all get the same. */
  private newestDraft: WrittenDraft | null = null;
  private readonly closings = new Set<Promise<void>>();
  private isClosed = false;

  constructor({
    knex,
    log,
    roomReports,
    clock = ROOM_CLOCK,
    memory = ROOM_MEMORY,
    server = null,
  }: {
    readonly knex: Knex;
    readonly log: Logger;
    readonly roomReports: RoomReports;
    readonly clock?: Clock;
    readonly memory?: typeof ROOM_MEMORY;
    /** Null if this server takes rooms over from whoever owns them. */
    readonly server?: OwningServer | null;
  }) {
    this.knex = knex;
    this.log = log;
    this.reports = roomReports;
    this.clock = clock;
    this.memory = new RoomMemory(this.rooms, memory);
    this.logs = new RoomLogs(knex, roomReports, server);
  }

  /** The ids of the pages whose rooms are open. */
  get pageIds(): readonly number[] {
    return [...this.rooms.keys()];
  }

  /** Whether the server is being stopped, and opens no more rooms. */
  get isClosing(): boolean {
    return this.isClosed;
  }

  /** Whether the room of a page is open here, or being opened. */
  has(pageId: number): boolean {
    return this.rooms.has(pageId);
  }

  /**
   * Opens the room of a page, unless it is open.
   *
   * @param accountId whose turn it takes, and whose budget it counts towards.
   * @returns connects a peer to the room; null if there is no such page, its room cannot be opened, or
   *   the server is being stopped.
   * @throws ApiError err_rate_limited or err_unavailable if too many rooms wait to be opened, or there
   *   is no memory for another one of this owner.
   * @throws RoomIsElsewhere if another server owns the room.
   */
  async prepare(
    pageId: number,
    accountId: number,
  ): Promise<((peer: RoomPeer) => RoomConnection) | null> {
    const open = await this.find(pageId, accountId);
    return open && ((peer) => this.connect(pageId, open, peer));
  }

  /**
   * JSON of the response to a draft request for a page; null if the request is malformed, there is no
   * such page, or its room cannot be opened.
   *
   * @param accountId whose turn it takes, and whose budget it counts towards.
   * @param send sends the text before the account's next turn; default: the caller does, later.
   * @throws ApiError like {@link prepare}, and err_rate_limited if the account has used up its time,
   *   or too many of its requests wait.
   */
  async draftText(
    pageId: number,
    accountId: number,
    request: unknown,
    send: (json: string) => Promise<void> = () => Promise.resolve(),
  ): Promise<string | null> {
    return this.drafts.run(accountId, async () => {
      // Those that have waited may have used it up since.
      requireTime(this.budgets, accountId);
      const open = await this.find(pageId, accountId);
      const response = (await open?.room.draft(request)) ?? null;
      if (response === null) return null;
      const json = await this.written(response);
      // Sending costs as much as writing.
      this.budgets.spend(accountId, json.length / JSON_CHARS_PER_MS);
      await send(json);
      return json;
    });
  }

  /** Tells everyone in a page's room that it was published. */
  announcePublished(pageId: number, published: Published): void {
    this.rooms.get(pageId)?.room.announcePublished(published);
  }

  /**
   * To be called when a page was replaced without its room. Closes the room, if it is open here: its
   * clients connect to the next one. Deletes what the room's log does not need any more.
   */
  async replaced(pageId: number): Promise<void> {
    const open = this.rooms.get(pageId);
    if (open) await this.closeRoom(pageId, open);
    await this.untilClosed(compactRoom(this.knex, pageId), pageId, 'A room could not be compacted');
  }

  /**
   * Closes the rooms of pages whose owner has another plan now: they are opened again with its limits.
   * Does not wait until they are closed.
   */
  async applyPlans(): Promise<void> {
    const owners = await findOwners(this.knex, this.pageIds);
    for (const [pageId, open] of [...this.rooms]) {
      const owner = owners.get(pageId);
      if (owner && planOf(owner.roles) !== planOf(open.owner.roles))
        void this.closeRoom(pageId, open);
    }
  }

  /** Stores what waits, gives up all rooms and closes their connections, within 5 s. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.queue.close();
    this.drafts.close();
    for (const [pageId, open] of [...this.rooms]) void this.closeRoom(pageId, open);
    await Promise.allSettled(this.opening.values());
    await Promise.all(this.closings);
  }

  private written(response: DraftResponse): Promise<string> {
    const { draft } = response.body;
    if (draft === null) return jsonOf(response);
    const page = draft.page as object;
    const newest = this.newestDraft;
    if (newest !== null && newest.page.deref() === page && newest.seq === draft.seq)
      return newest.json;
    const written = { page: new WeakRef(page), seq: draft.seq, json: jsonOf(response) };
    this.newestDraft = written;
    written.json.catch(() => {
      if (this.newestDraft === written) this.newestDraft = null;
    });
    return written.json;
  }

  private connect(pageId: number, open: OpenRoom, peer: RoomPeer): RoomConnection {
    open.stopClosing?.();
    open.stopClosing = null;
    open.connections += 1;
    const connection = open.room.connect(peer);
    let isConnected = true;
    return {
      ...connection,
      receive: (message) => {
        open.usedAt = this.clock.now();
        connection.receive(message);
      },
      disconnected: () => {
        connection.disconnected();
        if (!isConnected) return;
        isConnected = false;
        open.connections -= 1;
        this.closeLater(pageId, open);
      },
    };
  }

  private find(pageId: number, accountId: number): Promise<OpenRoom | null> {
    const open = this.rooms.get(pageId);
    if (open?.isOpen === true) return Promise.resolve(open);
    // Only one that has begun is shared: one that waits has its account's place in the queue.
    const begun = this.opening.get(pageId);
    return begun ?? this.queue.run(accountId, () => this.openOnce(pageId, accountId));
  }

  private openOnce(pageId: number, accountId: number): Promise<OpenRoom | null> {
    const open = this.rooms.get(pageId);
    if (open?.isOpen === true) return Promise.resolve(open);
    const begun = this.opening.get(pageId);
    if (begun) return begun;
    this.budgets.spend(accountId, OPENING_MS);
    const opening = this.open(pageId).finally(() => this.opening.delete(pageId));
    this.opening.set(pageId, opening);
    return opening;
  }

  private async open(pageId: number): Promise<OpenRoom | null> {
    const owner = (await findOwners(this.knex, [pageId])).get(pageId);
    if (owner === undefined || this.isClosed) return null;
    this.memory.require(owner);
    const open = this.create(pageId, owner);
    this.rooms.set(pageId, open);
    // Once its page is read, which is large, or it is closed.
    const state = await open.room.read();
    if (open.isElsewhere) throw new RoomIsElsewhere();
    if (state === null) return null;
    // Before it counts as a room that nobody uses.
    this.freeMemory();
    if (this.rooms.get(pageId) !== open) throw noMemory();
    open.isOpen = true;
    this.closeLater(pageId, open);
    return open;
  }

  private create(pageId: number, owner: PageOwner): OpenRoom {
    const { clock, reports } = this;
    const { roles } = owner;
    const onSize = (chars: number): void => {
      const counted = this.memory.countedChars(open);
      open.chars = chars;
      if (open.isOpen && this.memory.countedChars(open) > counted) this.freeMemory();
    };
    const report = reports.eventsOf(pageId, owner.id);
    let hasOpened = false;
    const room = createRoom({
      log: this.logs.logOf(pageId, (each) => readPage(each, pageId), onSize),
      clock,
      maxBlocks: planOf(roles).maxBlocks,
      maxSizes: pageSizesOf({ roles }),
      budgets: this.budgets,
      onFailure: (error) => {
        open.isElsewhere ||= error instanceof RoomIsElsewhere;
        if (!open.isElsewhere) reports.roomFailed(pageId, error, owner.id);
        // It would try again for as long as it exists. Clients do, too, in their turns.
        if (!open.isOpen || open.isElsewhere) void this.closeRoom(pageId, open);
      },
      onWarning: ({ code }) => {
        reports.notMigrated(pageId, code, owner.id);
      },
      onEvent: (event) => {
        hasOpened ||= event.type === 'opened';
        report(event);
        if ('memory' in event) onSize(event.memory);
      },
      onClosed: (reason) => {
        // One whose page could not be read, or that another server owns, was not open.
        if (hasOpened) reports.roomClosed(pageId, reason, owner.id);
        this.forget(pageId, open);
      },
    });
    const open: OpenRoom = {
      ...{ room, owner, isOpen: false, isElsewhere: false, chars: 0, connections: 0 },
      stopClosing: null,
      usedAt: clock.now(),
    };
    return open;
  }

  /** Closes rooms if all take too much memory. Clients of a closed one go on in its next one. */
  private freeMemory(): void {
    for (const [pageId, open] of this.memory.excess()) void this.closeRoom(pageId, open);
  }

  /** Closes a room that nobody uses, unless somebody does by then. */
  private closeLater(pageId: number, open: OpenRoom): void {
    if (open.connections > 0 || this.rooms.get(pageId) !== open) return;
    this.rooms.delete(pageId);
    this.rooms.set(pageId, open);
    open.stopClosing?.();
    open.stopClosing = this.clock.after(IDLE_MS, () => void this.closeRoom(pageId, open));
  }

  private async closeRoom(pageId: number, open: OpenRoom): Promise<void> {
    this.forget(pageId, open);
    await this.untilClosed(open.room.close(), pageId, 'A room could not be closed');
  }

  /** Waits for work on a page that ends before the server does. Logs what it rejects with. */
  private async untilClosed(work: Promise<void>, pageId: number, message: string): Promise<void> {
    const closing = work.catch((error: unknown) => {
      this.log.warn({ pageId, error: loggable(error) }, message);
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

/** JSON of the page with which a room begins: its newest revision. */
async function readPage(transaction: Knex, pageId: number): Promise<string> {
  const page = await findPageById(transaction, pageId);
  const document = page && (await findRevisionText(transaction, pageId, page.revision));
  if (!page || document === null) throw new Error(`There is no page ${String(pageId)}`);
  return roomPageText(page, document, page.revision);
}
