import type { KnownRemovals } from '../page/Tombstones.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';

/** A page as it was after an entry of its stream. */
export interface RoomSnapshot extends KnownRemovals {
  readonly seq: number;
  /**
   * As JSON. A room keeps pages of the current version; what it opens may be of an older one, and
   * is migrated then by the first op of the new owner.
   */
  readonly page: unknown;
}

/** What whoever takes a room over starts from. */
export interface OpenedRoom {
  /** The new owner's number, higher than all before. */
  readonly epoch: number;
  readonly snapshot: RoomSnapshot;
  /** All entries after the snapshot, in order. */
  readonly entries: readonly StreamEntry[];
  /**
   * How long ago the owner before was last heard of (`renew`, `append`), ms; null when there was
   * none, or when it has closed the room.
   */
  readonly previousOwnerQuietMs: number | null;
}

/** What became of an `append`. */
export type AppendOutcome =
  | { readonly ok: true }
  /** Somebody else owns the room now. */
  | { readonly ok: false; readonly code: 'stale_epoch' }
  /** The head is elsewhere, or one of the ops is stored already: what the owner knows is wrong. */
  | { readonly ok: false; readonly code: 'conflict' };

/**
 * Where a room's stream is kept, handed in by the host. Any call may throw or never come back, and
 * an `append` that threw may still have been stored: the room then starts over from `open`.
 */
export interface RoomLog {
  /** Takes the room over: gives out the next epoch. */
  open: () => Promise<OpenedRoom>;
  /**
   * Stores entries, all or none, in one transaction: lock the room's row, check that the epoch is
   * the newest and the head is `head`, refuse what holds a `(clientId, mid)` that is stored, insert,
   * move the head. It has happened when the promise is kept, and no power failure undoes it.
   */
  append: (batch: {
    readonly epoch: number;
    readonly head: number;
    readonly entries: readonly StreamEntry[];
  }) => Promise<AppendOutcome>;
  /** Says that the owner is alive; false when it is the owner no longer. */
  renew: (epoch: number) => Promise<boolean>;
  /** Gives the room up. */
  close: (epoch: number) => Promise<void>;
  /** Entries after a seq, in order; null when they are no longer kept. */
  entriesAfter: (seq: number) => Promise<readonly StreamEntry[] | null>;
  /** The newest op of a client and whose it is; null when it has none. */
  clientState: (clientId: string) => Promise<{ lastMid: number; accountId: number } | null>;
  /** What became of a client's ops after one of them, in order. */
  entriesOf: (clientId: string, afterMid: number) => Promise<readonly StreamEntry[]>;
  /** Keeps a snapshot, if it is newer than those that are there. */
  saveSnapshot: (snapshot: RoomSnapshot) => Promise<void>;
}
