import type { Page } from '../../model/Page.ts';
import { PageRecords } from '../page/PageRecords.ts';
import type { KnownRemovals } from '../page/Tombstones.ts';
import { ROOM_TIMES } from '../protocol/limits.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import type { RoomLog, RoomSnapshot } from './RoomLog.ts';

/** Entries that are kept at hand, for those who fall behind. */
const MAX_RECENT = 2000;

/** Where a page stands in its stream when its room is opened. */
export interface StoredState {
  readonly epoch: number;
  readonly seq: number;
  readonly page: Page;
  readonly removals: KnownRemovals;
  /** The newest entries, in order and without a gap up to the head. */
  readonly entries: readonly StreamEntry[];
  readonly snapshotSeq: number;
}

/** A page as its stream has it, with the stream's newest entries. */
export class StoredPage {
  readonly records: PageRecords;
  readonly epoch: number;
  private readonly maxTombstones: number;
  private head: number;
  private recentEntries: StreamEntry[] = [];
  private snapshotSeq: number;
  private isSaving = false;

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

  /** The newest entries, in order and without a gap up to the head. */
  get recent(): readonly StreamEntry[] {
    return this.recentEntries;
  }

  /** The page; its revision is its seq. */
  get page(): Page {
    return Object.freeze({ ...this.records.toPage(), revision: this.head });
  }

  /** Entries were stored; the records have them already. */
  add(entries: readonly StreamEntry[]): void {
    this.recentEntries.push(...entries);
    if (this.recentEntries.length > 2 * MAX_RECENT)
      this.recentEntries = this.recentEntries.slice(-MAX_RECENT);
    this.head = entries.at(-1)?.seq ?? this.head;
    this.records.tombstones.trim(this.maxTombstones);
  }

  /** The entries after a seq, if they are at hand. */
  after(seq: number): readonly StreamEntry[] | null {
    if (seq >= this.head) return [];
    const first = this.recentEntries[0]?.seq;
    return first === undefined || first > seq + 1
      ? null
      : this.recentEntries.slice(seq + 1 - first);
  }

  /** Whether the page has moved far enough from the last snapshot for another one. */
  get isSnapshotDue(): boolean {
    return this.head - this.snapshotSeq >= ROOM_TIMES.snapshotAfterOps;
  }

  /** Keeps a snapshot of the page as it is now, unless there is one. A failure waits for the next. */
  async saveSnapshot(log: RoomLog): Promise<void> {
    if (this.isSaving || this.head === this.snapshotSeq) return;
    this.isSaving = true;
    const { removed, horizonSeq } = this.records.tombstones.known;
    const snapshot: RoomSnapshot = { seq: this.head, page: this.page, removed, horizonSeq };
    try {
      await log.saveSnapshot(snapshot);
      this.snapshotSeq = snapshot.seq;
    } catch {
      // The stream has it all; only the next start is slower.
    } finally {
      this.isSaving = false;
    }
  }
}
