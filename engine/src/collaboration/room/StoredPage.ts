import type { Block } from '../../model/Block.ts';
import type { Page } from '../../model/Page.ts';
import { StreamHistory } from '../merge/StreamHistory.ts';
import { PageRecords } from '../page/PageRecords.ts';
import { measurePatch } from '../page/pagePatch.ts';
import type { KnownRemovals } from '../page/Tombstones.ts';
import type { Clock } from '../Clock.ts';
import { ROOM_LIMITS, ROOM_TIMES } from '../protocol/limits.ts';
import { type JsonMeasure, memoryOf } from '../protocol/measureJson.ts';
import type { ContentVersion } from '../protocol/roomMessages.ts';
import { ROOM_CLIENT_ID, type StreamEntry } from '../protocol/streamEntry.ts';
import type { Work } from '../Work.ts';
import { ContentSize } from './ContentSize.ts';
import type { RoomLog, RoomSnapshot } from './RoomLog.ts';
import type { Budgets } from './WorkBudgets.ts';

/**
 * The number of entries kept in memory for clients that fall behind, besides the limit on their
 * memory. There may be twice as many before the oldest are dropped.
 */
const MAX_RECENT = 2000;

/** What the index of a block, an id that is remembered, and an entry without its patch take. */
const MEMORY_PER_BLOCK = 200;
const MEMORY_PER_ID = 100;
const MEMORY_PER_ENTRY = 200;

/**
 * What storing and replaying a small op costs, as characters of a page in a snapshot. So a page of
 * 10 MB gets a snapshot every 2000 small ops, instead of every 200 as a page of up to 1 MB.
 */
const CHARS_PER_OP = 5000;
/** When nothing hurries, a snapshot costs at most this many times as much as what it replaces. */
const MAX_SNAPSHOT_RATIO = 10;

/** What a snapshot costs at least, and how much of a page is written in one ms. */
const SNAPSHOT_MS = 20;
const SNAPSHOT_CHARS_PER_MS = 50_000;

/** An entry and the size of its patch and details. */
export interface MeasuredEntry extends JsonMeasure {
  readonly entry: StreamEntry;
}

/** What storing a snapshot needs. */
export interface SnapshotContext {
  readonly log: RoomLog;
  readonly clock: Pick<Clock, 'now'>;
  readonly budgets: Pick<Budgets, 'spend'>;
  /** Reports an error of the log. */
  readonly report: (error: unknown) => void;
}

/** A page and its place in the stream, as a room opens it. */
export interface StoredState {
  readonly epoch: number;
  readonly seq: number;
  readonly page: Page;
  readonly removals: KnownRemovals;
  /** The newest entries, in order and without gaps up to the head. */
  readonly entries: readonly StreamEntry[];
  readonly snapshotSeq: number;
}

/** The stored page with the newest entries of its stream. */
export class StoredPage {
  readonly records: PageRecords;
  /** Who has changed what; like the records, ahead of the log while a batch is being stored. */
  readonly history: StreamHistory;
  /** Like the records, ahead of the log. */
  readonly size: ContentSize;
  readonly epoch: number;
  private readonly maxTombstones: number;
  private head: number;
  /** The end of the log. Stored entries never change; the oldest are dropped. */
  private recent: MeasuredEntry[] = [];
  private recentSize = 0;
  /** The sizes of the newest entries, including dropped ones, up to the head. */
  private sizes: number[] = [];
  private snapshotSeq: number;
  /** Resolves when the snapshot that is being stored is. */
  private saving: Promise<void> | null = null;
  /** When the last snapshot was begun. */
  private savedAtMs = -Infinity;
  /** What each account has stored since, in characters, with those of `CHARS_PER_OP`. */
  private causes = new Map<number, number>();
  /** The page, once it is read; each new entry resets it. */
  private knownPage: Page | null = null;
  /** The result of `contentVersions`, once it is read; each new entry resets it. */
  private knownVersions: readonly ContentVersion[] | null = null;
  /** The number of blocks when the last entries were stored. */
  private storedBlocks = 0;

  private constructor(
    { epoch, seq, entries, snapshotSeq }: StoredState,
    records: PageRecords,
    maxTombstones: number,
  ) {
    this.epoch = epoch;
    this.maxTombstones = maxTombstones;
    this.records = records;
    this.size = new ContentSize(records);
    this.head = seq;
    this.snapshotSeq = snapshotSeq;
    this.history = new StreamHistory((entries[0]?.seq ?? seq + 1) - 1);
  }

  /** The stored page as a room opens it. Pauses after each block. */
  static *open(state: StoredState, maxTombstones: number): Work<StoredPage> {
    const records = yield* PageRecords.inSteps(state.page, state.removals);
    const stored = new StoredPage(state, records, maxTombstones);
    yield* stored.size.measure();
    yield* stored.addRestored(state.entries);
    return stored;
  }

  get seq(): number {
    return this.head;
  }

  /** The number of blocks of the stored page; the records may be ahead. */
  get blockCount(): number {
    return this.storedBlocks;
  }

  /** The page. Its revision is the seq. Not to be read while a batch is being stored. */
  get page(): Page {
    this.knownPage ??= Object.freeze({ ...this.records.toPage(), revision: this.head });
    return this.knownPage;
  }

  /**
   * The lowest version of the content of each type's blocks, unless that is 1. Not to be read while a
   * batch is being stored.
   */
  get contentVersions(): readonly ContentVersion[] {
    this.knownVersions ??= lowestVersions(this.records.blocks.values());
    return this.knownVersions;
  }

  /** Adds stored entries, which are already applied to the records and in the history. */
  add(entries: readonly MeasuredEntry[]): void {
    this.recent.push(...entries);
    for (const { entry, chars, memory } of entries) {
      this.recentSize += memory + MEMORY_PER_ENTRY;
      this.sizes.push(chars);
      this.noteCause(entry, chars);
    }
    const { maxRecentMemory } = ROOM_LIMITS;
    if (this.sizes.length > 2 * MAX_RECENT) this.sizes = this.sizes.slice(-MAX_RECENT);
    if (this.recent.length > 2 * MAX_RECENT || this.recentSize > 2 * maxRecentMemory)
      this.dropOldest(MAX_RECENT, maxRecentMemory);
    this.head = entries.at(-1)?.entry.seq ?? this.head;
    this.storedBlocks = this.records.blocks.size;
    this.knownPage = null;
    this.knownVersions = null;
    this.records.tombstones.trim(this.maxTombstones);
  }

  /** The entries after a seq; null if they are no longer in memory. */
  after(seq: number): readonly MeasuredEntry[] | null {
    if (seq >= this.head) return [];
    const first = this.recent[0]?.entry.seq;
    return first === undefined || first > seq + 1 ? null : this.recent.slice(seq + 1 - first);
  }

  /** The size of the entries after a seq; infinite if the sizes of some are no longer known. */
  charsAfter(seq: number): number {
    const count = Math.max(0, this.head - seq);
    if (count > this.sizes.length) return Infinity;
    return this.sizes.slice(this.sizes.length - count).reduce((sum, chars) => sum + chars, 0);
  }

  /**
   * Adds entries of the log, or of the room itself, which are already applied to the records. Pauses
   * after each block.
   */
  *addRestored(entries: readonly StreamEntry[]): Work<this> {
    const measured: MeasuredEntry[] = [];
    for (const entry of entries) {
      this.history.add(entry);
      measured.push({ entry, ...(yield* measurePatch(entry.patch)) });
    }
    this.add(measured);
    return this;
  }

  /** The memory that entries take which are kept for clients that come back, see `memoryOf`. */
  get recentMemory(): number {
    return this.recentSize;
  }

  /** The memory that the page takes with what is kept besides it, roughly, see `memoryOf`. */
  get memory(): number {
    const { bytes, values } = this.size.total;
    const { tombstones } = this.records;
    return (
      memoryOf({ chars: bytes, values }) +
      this.records.blocks.size * MEMORY_PER_BLOCK +
      (tombstones.count + this.history.idCount) * MEMORY_PER_ID +
      tombstones.memory +
      this.recentSize
    );
  }

  /**
   * Keeps at most half of what it keeps for clients that come back: they get older entries from the
   * log, or the page. Returns what is left.
   */
  keepLess(): number {
    this.dropOldest(MAX_RECENT, this.recentSize / 2);
    return this.recentSize;
  }

  private dropOldest(maxEntries: number, maxMemory: number): void {
    let first = 0;
    while (
      first < this.recent.length &&
      (this.recent.length - first > maxEntries || this.recentSize > maxMemory)
    )
      this.recentSize -= (this.recent[first++]?.memory ?? 0) + MEMORY_PER_ENTRY;
    this.recent = this.recent.slice(first);
  }

  /** Notes who causes the next snapshot. The room's own entries are nobody's. */
  private noteCause({ clientId, accountId }: StreamEntry, chars: number): void {
    if (clientId === ROOM_CLIENT_ID) return;
    this.causes.set(accountId, (this.causes.get(accountId) ?? 0) + chars + CHARS_PER_OP);
  }

  /**
   * Whether so much has been stored since the last snapshot that a new one is due at once: opening the
   * room would replay it.
   */
  get isSnapshotDue(): boolean {
    const { snapshotAfterOps, snapshotAfterChars, snapshotAfterPages } = ROOM_TIMES;
    const { ops, chars, pageChars } = this.sinceSnapshot;
    return (
      (ops >= snapshotAfterOps && ops * CHARS_PER_OP >= pageChars) ||
      chars >= Math.max(snapshotAfterChars, snapshotAfterPages * pageChars)
    );
  }

  /**
   * Whether a snapshot is worth its costs when nothing hurries. Otherwise, one small op every 30 s
   * would write a page of 10 MB each time.
   */
  get isSnapshotWorthwhile(): boolean {
    const { ops, chars, pageChars } = this.sinceSnapshot;
    return chars + ops * CHARS_PER_OP >= pageChars / MAX_SNAPSHOT_RATIO;
  }

  private get sinceSnapshot(): { ops: number; chars: number; pageChars: number } {
    const ops = this.head - this.snapshotSeq;
    return { ops, chars: this.charsAfter(this.snapshotSeq), pageChars: this.size.total.bytes };
  }

  /** When the next snapshot may be stored, by the room's clock. */
  get nextSnapshotMs(): number {
    return this.savedAtMs + ROOM_TIMES.snapshotPauseMs;
  }

  /** Resolves when no snapshot is being stored. */
  get saved(): Promise<void> {
    return this.saving ?? Promise.resolve();
  }

  /**
   * Stores a snapshot of the page, unless it is unchanged or one is being stored. If that fails, a
   * later one replaces it. Its cost counts towards the budgets of those who have made it necessary,
   * by how much they have stored.
   */
  async saveSnapshot({ log, clock, budgets, report }: SnapshotContext): Promise<void> {
    if (this.saving || this.head === this.snapshotSeq) return;
    this.savedAtMs = clock.now();
    const { removed, horizonSeq } = this.records.tombstones.known;
    const snapshot: RoomSnapshot = { seq: this.head, page: this.page, removed, horizonSeq };
    const ms = SNAPSHOT_MS + this.size.total.bytes / SNAPSHOT_CHARS_PER_MS;
    const all = [...this.causes.values()].reduce((sum, chars) => sum + chars, 0);
    for (const [accountId, chars] of this.causes) budgets.spend(accountId, (ms * chars) / all);
    this.causes = new Map();
    this.saving = (async () => {
      try {
        await log.saveSnapshot(snapshot);
        this.snapshotSeq = snapshot.seq;
      } catch (error) {
        // The log has all entries; only the next start is slower.
        report(error);
      } finally {
        this.saving = null;
      }
    })();
    await this.saving;
  }
}

function lowestVersions(blocks: Iterable<Block>): readonly ContentVersion[] {
  const lowest = new Map<string, number>();
  for (const { type, contentVersion = 1 } of blocks)
    lowest.set(type, Math.min(contentVersion, lowest.get(type) ?? contentVersion));
  return [...lowest]
    .filter(([, version]) => version > 1)
    .slice(0, ROOM_LIMITS.maxContentVersions)
    .map(([type, version]) => ({ type, version }));
}

/** The size of entries together. */
export function charsOf(entries: readonly MeasuredEntry[]): number {
  return entries.reduce((sum, { chars }) => sum + chars, 0);
}
