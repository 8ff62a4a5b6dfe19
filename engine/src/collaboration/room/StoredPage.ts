import type { Page } from '../../model/Page.ts';
import { PageRecords } from '../page/PageRecords.ts';
import type { KnownRemovals } from '../page/Tombstones.ts';
import { ROOM_TIMES } from '../protocol/limits.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import type { RoomLog, RoomSnapshot } from './RoomLog.ts';

/** The number of entries kept in memory, for clients that fall behind. */
const MAX_RECENT = 2000;

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
  readonly epoch: number;
  private readonly maxTombstones: number;
  private head: number;
  /** The end of the log. Stored entries never change; the oldest are dropped. */
  private recentEntries: StreamEntry[] = [];
  private snapshotSeq: number;
  private isSaving = false;
  /** The number of blocks when the last entries were stored. */
  private storedBlocks = 0;

  constructor(
    { epoch, seq, page, removals, entries, snapshotSeq }: StoredState,
    maxTombstones: number,
  ) {
    this.epoch = epoch;
    this.maxTombstones = maxTombstones;
    this.records = new PageRecords(page, removals);
    this.head = seq;
    this.snapshotSeq = snapshotSeq;
    this.add(entries);
  }

  get seq(): number {
    return this.head;
  }

  /** The number of blocks of the stored page; the records may be ahead. */
  get blockCount(): number {
    return this.storedBlocks;
  }

  /** The newest entries, in order and without gaps up to the head. */
  get recent(): readonly StreamEntry[] {
    return this.recentEntries;
  }

  /** The page. Its revision is the seq. */
  get page(): Page {
    return Object.freeze({ ...this.records.toPage(), revision: this.head });
  }

  /** Adds stored entries, which are applied to the records already. */
  add(entries: readonly StreamEntry[]): void {
    this.recentEntries.push(...entries);
    if (this.recentEntries.length > 2 * MAX_RECENT)
      this.recentEntries = this.recentEntries.slice(-MAX_RECENT);
    this.head = entries.at(-1)?.seq ?? this.head;
    this.storedBlocks = this.records.blocks.size;
    this.records.tombstones.trim(this.maxTombstones);
  }

  /** The entries after a seq; null if they are no longer in memory. */
  after(seq: number): readonly StreamEntry[] | null {
    if (seq >= this.head) return [];
    const first = this.recentEntries[0]?.seq;
    return first === undefined || first > seq + 1
      ? null
      : this.recentEntries.slice(seq + 1 - first);
  }

  /** Whether enough entries were stored since the last snapshot. */
  get isSnapshotDue(): boolean {
    return this.head - this.snapshotSeq >= ROOM_TIMES.snapshotAfterOps;
  }

  /** Stores a snapshot of the page, unless it is unchanged. On failure, the next one is used. */
  async saveSnapshot(log: RoomLog): Promise<void> {
    if (this.isSaving || this.head === this.snapshotSeq) return;
    this.isSaving = true;
    const { removed, horizonSeq } = this.records.tombstones.known;
    const snapshot: RoomSnapshot = { seq: this.head, page: this.page, removed, horizonSeq };
    try {
      await log.saveSnapshot(snapshot);
      this.snapshotSeq = snapshot.seq;
    } catch {
      // The log has all entries; only the next start is slower.
    } finally {
      this.isSaving = false;
    }
  }
}
