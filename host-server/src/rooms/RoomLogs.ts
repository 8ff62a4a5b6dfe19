import type {
  AppendOutcome,
  OpenedRoom,
  RoomLog,
  RoomSnapshot,
  StreamEntry,
} from '@cobble/engine/collaboration';
import type { Knex } from 'knex';
import { databaseFailureOf } from '../database/databaseErrors.ts';
import { FairQueue } from '../shared/FairQueue.ts';
import { jsonOf } from './jsonOf.ts';
import { parseJsonInSteps } from './parseJsonInSteps.ts';
import type { RoomReports } from './RoomReports.ts';
import {
  appendEntries,
  compactRoom,
  type EntryBatch,
  type EntryText,
  findEntriesAfter,
  findEntriesOf,
  findHead,
  findNewestSnapshot,
  findRoomClient,
  insertSnapshot,
  leaveRoom,
  snapshotText,
  type StoredEntryText,
  takeRoom,
} from './repositories/rooms.ts';
import { RoomRenewals } from './RoomRenewals.ts';
import { ROOM_TURNS } from './RoomTurns.ts';

/** How many appends run at the same time; the ones that wait meanwhile share the next commit. */
const MAX_APPENDS = 2;
/**
 * How long a commit runs before another one begins beside it, ms. Most are done by then, and what
 * waits meanwhile shares one commit. A large one keeps the others waiting no longer than this.
 */
const COMMIT_ALONE_MS = 5;
/**
 * Few snapshots are written and stored at a time. Rooms that were opened at the same moment store
 * theirs at the same moment, too, and people's edits would wait behind them.
 */
const SNAPSHOTS = { concurrency: 2, maxWaiting: Infinity, maxWaitingPerKey: Infinity };
/** A commit has at most this many characters, unless a single batch has more. */
const MAX_COMMIT_CHARS = 1_000_000;
/**
 * A commit has at most this many entries. Their texts are parameters of a statement, of which
 * Postgres accepts 65,535.
 */
const MAX_COMMIT_ENTRIES = 2000;
/**
 * After which time a batch is tried again whose room a transaction works on, ms: the first time, at most
 * (it doubles each time), and until when.
 */
const LOCKED_RETRY_MS = 20;
const MAX_LOCKED_RETRY_MS = 500;
const LOCKED_MS = 10_000;
/** How long a batch that is tried again does not go before those of others, ms. */
const PATIENT_MS = 1000;
/** How many characters of JSON are written in one turn. */
const CHARS_PER_TURN = 200_000;

/** A batch that waits for its commit. */
interface Waiting {
  readonly batch: EntryBatch;
  readonly chars: number;
  readonly sinceMs: number;
  /** When it may be tried. */
  dueMs: number;
  /** After which time it is tried again if its room is locked, ms. */
  retryMs: number;
  readonly resolve: (outcome: AppendOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** The server of the rooms, if it shares them with others. */
export interface OwningServer {
  readonly id: string;
  /** It has taken a room over from another server that has not closed it. */
  readonly onTakeOver: () => void;
}

/** The logs of all rooms of this server, in Postgres. */
export class RoomLogs {
  private readonly knex: Knex;
  private readonly renewals: RoomRenewals;
  private readonly reports: Pick<RoomReports, 'snapshotStored' | 'snapshotFailed'> | null;
  private readonly server: OwningServer | null;
  private readonly now: () => number;
  private waiting: Waiting[] = [];
  private running = 0;
  /** When the newest commit has begun. */
  private begunMs = -Infinity;
  private startTimer: NodeJS.Timeout | null = null;
  /** The pages whose batches are being stored. */
  private readonly storing = new Set<number>();
  private readonly snapshots = new FairQueue<number>(SNAPSHOTS);
  /** Resolves when no room is being compacted. */
  private compacted: Promise<void> = Promise.resolve();

  /**
   * @param reports told about snapshots.
   * @param server null if this server takes rooms over from whoever owns them.
   * @param now a clock that is never set back, ms.
   */
  constructor(
    knex: Knex,
    reports: RoomLogs['reports'] = null,
    server: OwningServer | null = null,
    now: () => number = () => performance.now(),
  ) {
    this.knex = knex;
    this.renewals = new RoomRenewals(knex);
    this.now = now;
    this.reports = reports;
    this.server = server;
  }

  /**
   * The log of one page's room.
   *
   * @param readPage reads the page that the room begins with if it has never been opened, as JSON.
   * @param onSize called with the characters of the page and the patches after its newest snapshot,
   *   before they are parsed.
   */
  logOf(
    pageId: number,
    readPage: (transaction: Knex) => Promise<string>,
    onSize: (chars: number) => void = () => undefined,
  ): RoomLog {
    const { knex, reports, server } = this;
    // Batches are stored in the order of the calls, although large ones are written in turns.
    let last: Promise<unknown> = Promise.resolve();
    /** Of the owner that has opened it; null before. */
    let ownEpoch: number | null = null;
    return {
      async open() {
        const texts = await knex.transaction((each) => openRoom(each, pageId, server, readPage));
        ownEpoch = texts.epoch;
        onSize(texts.snapshot.length + charsOf(texts.entries));
        return readRoom(texts);
      },
      append: ({ entries, ...batch }) => {
        const queued = last
          .then(() => textsOf(entries))
          .then((texts) => ({ outcome: this.append({ ...batch, pageId, entries: texts }) }));
        last = queued.catch(() => undefined);
        return queued.then(({ outcome }) => outcome);
      },
      renew: (epoch) => this.renewals.renew(pageId, epoch),
      close: (epoch) => leaveRoom(knex, pageId, epoch),
      async entriesAfter(seq) {
        const head = (await findHead(knex, pageId)) ?? 0;
        const entries = await findEntriesAfter(knex, pageId, seq);
        if (entries.length < head - seq) return null;
        return entries.every(({ patch }) => patch !== null) ? readEntries(entries) : null;
      },
      // Asked before a client is welcomed: a server that was suspended must not show it an old page.
      clientState: (clientId) => findRoomClient(knex, pageId, clientId, ownEpoch),
      async entriesOf(clientId, afterMid) {
        const found = await findEntriesOf(knex, pageId, clientId, afterMid);
        return readEntries(found.map((acknowledgement) => ({ acknowledgement, patch: null })));
      },
      saveSnapshot: async ({ seq, page, ...removals }) => {
        try {
          await this.snapshots.run(pageId, async () => {
            const text = await jsonOf(page);
            await insertSnapshot(knex, pageId, { seq, page: text, removals });
            reports?.snapshotStored(Buffer.byteLength(text));
          });
          await this.compact(pageId);
        } catch (cause) {
          reports?.snapshotFailed();
          throw new Error('A snapshot of a room could not be stored', { cause });
        }
      },
    };
  }

  /** One room after the other: each reads many rows, and takes a connection from those who wait. */
  private compact(pageId: number): Promise<void> {
    const compacting = this.compacted.then(() => compactRoom(this.knex, pageId));
    this.compacted = compacting.catch(() => undefined);
    return compacting;
  }

  private append(batch: EntryBatch): Promise<AppendOutcome> {
    return new Promise((resolve, reject) => {
      const sinceMs = this.now();
      const retryMs = LOCKED_RETRY_MS;
      const size = { chars: charsOf(batch.entries), sinceMs, dueMs: sinceMs, retryMs };
      this.waiting.push({ batch, ...size, resolve, reject });
      this.start();
    });
  }

  private start(): void {
    while (this.running < MAX_APPENDS) {
      const aloneMs = this.running > 0 ? this.begunMs + COMMIT_ALONE_MS - this.now() : 0;
      if (aloneMs > 0) {
        this.startLater(aloneMs);
        return;
      }
      const next = this.takeNext();
      if (next.length === 0) return;
      this.running += 1;
      this.begunMs = this.now();
      void this.commit(next);
    }
  }

  private startLater(delayMs: number): void {
    this.startTimer ??= setTimeout(() => {
      this.startTimer = null;
      this.start();
    }, Math.ceil(delayMs));
  }

  /**
   * The batches of the next commit, at most one for each page: the oldest, so that none waits for ever,
   * and then the smallest. So whoever writes little waits for one large batch at most, and not for
   * those of all rooms.
   */
  private takeNext(): readonly Waiting[] {
    const due = this.firstOfEachPage();
    const now = this.now();
    // Trying a large one of a locked room again and again would make everyone else wait each time.
    const oldest = due.find((each) => !isTriedAgain(each) || now - each.sinceMs >= PATIENT_MS);
    const others = due.filter((each) => each !== oldest);
    const next = new Set<Waiting>();
    let chars = 0;
    let count = 0;
    const bySize = others.sort((a, b) => a.chars - b.chars);
    for (const each of oldest ? [oldest, ...bySize] : bySize) {
      const { entries } = each.batch;
      const fits =
        chars + each.chars <= MAX_COMMIT_CHARS && count + entries.length <= MAX_COMMIT_ENTRIES;
      if (next.size > 0 && !fits) break;
      next.add(each);
      chars += each.chars;
      count += entries.length;
    }
    this.waiting = this.waiting.filter((each) => !next.has(each));
    return [...next];
  }

  /** Batches of a page stay in order. */
  private firstOfEachPage(): Waiting[] {
    const now = this.now();
    const pages = new Set(this.storing);
    return this.waiting.filter(({ batch: { pageId }, dueMs }) => {
      const isFirst = !pages.has(pageId);
      pages.add(pageId);
      return isFirst && dueMs <= now;
    });
  }

  /** Tries a batch again later: its room is locked, and nobody else must wait for it. */
  private tryAgain(waiting: Waiting): void {
    const now = this.now();
    if (now - waiting.sinceMs > LOCKED_MS) {
      waiting.reject(new Error('A room was locked for too long'));
      return;
    }
    const { retryMs } = waiting;
    waiting.dueMs = now + retryMs;
    waiting.retryMs = Math.min(MAX_LOCKED_RETRY_MS, 2 * retryMs);
    this.waiting.unshift(waiting);
    // A timer may be a little early.
    setTimeout(() => {
      this.start();
    }, retryMs + 2);
  }

  private async commit(next: readonly Waiting[]): Promise<void> {
    for (const { batch } of next) this.storing.add(batch.pageId);
    try {
      const outcomes = await appendEntries(
        this.knex,
        next.map(({ batch }) => batch),
      );
      void this.tell(next, outcomes);
    } catch (error) {
      await this.commitOneByOne(next, error);
    } finally {
      this.running -= 1;
      for (const { batch } of next) this.storing.delete(batch.pageId);
      this.start();
    }
  }

  /** Commits batches by themselves after a commit of all has failed: one may be the cause. */
  private async commitOneByOne(next: readonly Waiting[], error: unknown): Promise<void> {
    if (next.length === 1 || databaseFailureOf(error) !== null) {
      for (const { reject } of next) reject(error);
      return;
    }
    for (const waiting of next) {
      const { batch, reject } = waiting;
      await appendEntries(this.knex, [batch]).then(async (outcomes) => {
        await this.tell([waiting], outcomes);
      }, reject);
    }
  }

  /**
   * Tells rooms what has become of their batches, each in a turn of the event loop: each goes on at once
   * with what has waited meanwhile, for up to 10 ms.
   */
  private async tell(
    batches: readonly Waiting[],
    outcomes: readonly (AppendOutcome | 'locked')[],
  ): Promise<void> {
    // At once, before batches of the same pages that have come meanwhile.
    for (const [index, waiting] of batches.entries())
      if (outcomes[index] === 'locked') this.tryAgain(waiting);
    for (const [index, { resolve, reject }] of batches.entries()) {
      const outcome = outcomes[index];
      if (outcome === 'locked') continue;
      if (outcome) resolve(outcome);
      else reject(new Error('The database returned no outcome'));
      await new Promise((next) => setImmediate(next));
    }
  }
}

const isTriedAgain = ({ retryMs }: Waiting): boolean => retryMs > LOCKED_RETRY_MS;

/** Writes entries as JSON: small ones at once, large ones in turns, also if all are large together. */
async function textsOf(entries: readonly StreamEntry[]): Promise<EntryText[]> {
  const texts: EntryText[] = [];
  let chars = 0;
  for (const entry of entries) {
    if (chars >= CHARS_PER_TURN) {
      await new Promise<void>((resolve) => {
        ROOM_TURNS.next(resolve);
      });
      chars = 0;
    }
    const { patch, ...acknowledgement } = entry;
    const { removedUuids = [] } = patch;
    const text = {
      entry,
      acknowledgement: await jsonOf(acknowledgement),
      patch: await jsonOf(patch),
      removed: removedUuids.length > 0 ? JSON.stringify(removedUuids) : null,
    };
    chars += charsOf([text]);
    texts.push(text);
  }
  return texts;
}

function charsOf(entries: readonly Pick<StoredEntryText, 'acknowledgement' | 'patch'>[]): number {
  return entries.reduce(
    (sum, { acknowledgement, patch }) => sum + acknowledgement.length + (patch?.length ?? 0),
    0,
  );
}

/** Reads entries in turns, because they are large together. */
function readEntries(texts: readonly StoredEntryText[]): Promise<StreamEntry[]> {
  return ROOM_TURNS.run(entriesInSteps(texts));
}

function* entriesInSteps(
  texts: readonly StoredEntryText[],
): Generator<undefined, StreamEntry[], undefined> {
  const entries: StreamEntry[] = [];
  for (const { acknowledgement, patch } of texts) {
    const head = JSON.parse(acknowledgement) as Omit<StreamEntry, 'patch'>;
    const read = yield* parseJsonInSteps(patch ?? '{}');
    entries.push({ ...head, patch: read as StreamEntry['patch'] });
  }
  return entries;
}

/** A room as its new owner finds it, with its JSON texts. */
interface OpenedTexts extends Pick<OpenedRoom, 'epoch' | 'previousOwnerQuietMs'> {
  /** Of a `RoomSnapshot`. */
  readonly snapshot: string;
  readonly entries: readonly StoredEntryText[];
}

async function openRoom(
  transaction: Knex,
  pageId: number,
  server: OwningServer | null,
  readPage: (transaction: Knex) => Promise<string>,
): Promise<OpenedTexts> {
  const taken = await takeRoom(transaction, pageId, server?.id ?? null);
  const { epoch, head, previousOwnerQuietMs } = taken;
  if (taken.isFromOther) server?.onTakeOver();
  const stored = await findNewestSnapshot(transaction, pageId);
  if (stored) {
    const entries = await findEntriesAfter(transaction, pageId, stored.seq);
    return { epoch, previousOwnerQuietMs, snapshot: stored.text, entries };
  }
  const page = await readPage(transaction);
  const snapshot = { seq: head, page, removals: { removed: [], horizonSeq: head } };
  await insertSnapshot(transaction, pageId, snapshot);
  return { epoch, previousOwnerQuietMs, snapshot: snapshotText(snapshot), entries: [] };
}

/** Reads a room in turns, after its transaction: the page and the entries are large. */
async function readRoom({ snapshot, entries, ...room }: OpenedTexts): Promise<OpenedRoom> {
  return {
    ...room,
    snapshot: (await ROOM_TURNS.run(parseJsonInSteps(snapshot))) as RoomSnapshot,
    entries: await readEntries(entries),
  };
}
