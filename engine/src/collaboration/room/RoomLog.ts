import type { KnownRemovals } from '../page/Tombstones.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';

/** A page as it was after an entry of its stream. */
export interface RoomSnapshot extends KnownRemovals {
  readonly seq: number;
  /** JSON. A page of an older version is migrated by the first op of the next owner. */
  readonly page: unknown;
}

/** The state from which a new owner of a room starts. */
export interface OpenedRoom {
  /** The new owner's number, greater than all before it. */
  readonly epoch: number;
  readonly snapshot: RoomSnapshot;
  /** All entries after the snapshot, in order. */
  readonly entries: readonly StreamEntry[];
  /**
   * The time in ms since the previous owner last called `open`, `renew` or `append`; null if there
   * was none or it has closed the room.
   */
  readonly previousOwnerQuietMs: number | null;
}

/** The result of `append`. */
export type AppendOutcome =
  | { readonly ok: true }
  /** Another owner has taken the room over. */
  | { readonly ok: false; readonly code: 'stale_epoch' }
  /** The head differs or an op is stored already: the owner's state is wrong. */
  | { readonly ok: false; readonly code: 'conflict' };

/**
 * Stores a room's stream; provided by the host. Any call may throw or never settle. An `append`
 * that throws may still have been stored; the room then starts over from `open`. A call that
 * resolves to anything but a value of its type counts as one that throws: `input_invalid` (details:
 * `path`), reported to `onFailure`. `roomLogCases` of `@cobble/engine/conformance` checks a log.
 */
export interface RoomLog {
  /** Takes the room over and assigns the next epoch. */
  open: () => Promise<OpenedRoom>;
  /**
   * Stores entries, all or none, in one transaction: lock the room's row, check that the epoch is
   * the newest and the head is `head`, refuse a `(clientId, mid)` that is stored, insert, move the
   * head. When the promise resolves, the entries are durable.
   */
  append: (batch: {
    readonly epoch: number;
    readonly head: number;
    readonly entries: readonly StreamEntry[];
  }) => Promise<AppendOutcome>;
  /** Renews the ownership; false if another owner has taken over. */
  renew: (epoch: number) => Promise<boolean>;
  /** Ends the ownership. */
  close: (epoch: number) => Promise<void>;
  /** Entries after a seq, in order; null if they are no longer stored. */
  entriesAfter: (seq: number) => Promise<readonly StreamEntry[] | null>;
  /** A client's newest op and its account; null if it has none. */
  clientState: (clientId: string) => Promise<{ lastMid: number; accountId: number } | null>;
  /** The entries of a client's ops after a mid, in order. Their patches may be empty. */
  entriesOf: (clientId: string, afterMid: number) => Promise<readonly StreamEntry[]>;
  /** Stores a snapshot if it is newer than the stored ones. */
  saveSnapshot: (snapshot: RoomSnapshot) => Promise<void>;
}
