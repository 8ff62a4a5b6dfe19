import type { Kit } from '../../blocks/builtinBlocks.ts';
import type { MigrationWarning } from '../../migrations/Migration.ts';
import type { Page } from '../../model/Page.ts';
import type { PageSizes } from '../../permissions/pageSizes.ts';
import type { Clock } from '../Clock.ts';
import type { CloseReason, RoomRole } from '../protocol/codes.ts';
import type { RoomMessage } from '../protocol/roomMessages.ts';
import type { RoomEvent } from './RoomEvent.ts';
import type { RoomLog } from './RoomLog.ts';
import type { WorkBudgets } from './WorkBudgets.ts';

/** Options of `createRoom`. */
export interface RoomOptions {
  readonly log: RoomLog;
  readonly clock: Clock;
  /**
   * Third-party blocks. When the page is opened, content of an older version is migrated for all
   * clients, so update a kit in the room first. Without its kit, a block is stored unchecked.
   */
  readonly kits?: readonly Kit[] | undefined;
  /** Hosts whose links count as internal when a page of an older version is migrated. */
  readonly siteHosts?: readonly string[] | undefined;
  /** The block limit of the owner's plan; null for no limit. */
  readonly maxBlocks?: number | null | undefined;
  /** How much the page and each block may contain by the owner's plan; null for no limit. */
  readonly maxSizes?: PageSizes | null | undefined;
  /**
   * How much time may be spent on each account, which the rooms of a process share. Without it, one
   * account can occupy the process with many rooms.
   */
  readonly budgets?: WorkBudgets | undefined;
  /**
   * Reports an error that the room recovers from: the log failed or its page is unreadable (the
   * room retries), deciding on an op threw (the op is rejected), a transport threw or rejected (its
   * connection is closed), `onClosed`, `onWarning` or `onEvent` threw or rejected, or the room had an
   * unexpected error (it starts over from its log).
   */
  readonly onFailure?: ((error: unknown) => void) | undefined;
  /**
   * Called when the page is opened, for each value that could not be migrated and each block that
   * its kit cannot read.
   */
  readonly onWarning?: ((warning: MigrationWarning) => void) | undefined;
  /** The room was closed or belongs to another server now; create a new one for new connections. */
  readonly onClosed?: ((reason: CloseReason) => void) | undefined;
  /**
   * Called for everything that a host may want to count or log: the room was opened, has stored ops,
   * or has refused a message or locks. Called often, in the middle of the room's work: return soon,
   * and do not call the room.
   */
  readonly onEvent?: ((event: RoomEvent) => void) | undefined;
}

/** Identity and role of a connection, from the transport's session and never from messages. */
export interface RoomSession {
  /** -1 for a visitor. */
  readonly accountId: number;
  /** The display name shown to others: its first 200 characters. */
  readonly name?: string | undefined;
  readonly role: RoomRole;
}

/** The transport's side of a connection, as the room uses it. */
export interface RoomPeer {
  readonly session: RoomSession;
  /** Sends a message: at most once, in order. Several peers may be given the same object. */
  readonly send: (message: RoomMessage) => void;
  /** Closes the connection. */
  readonly close: (reason: CloseReason) => void;
  /** Bytes sent and not yet received; beyond 4 MB the room closes the connection. */
  readonly bufferedBytes?: (() => number) | undefined;
}

/** The room's side of a connection, as the transport uses it. */
export interface RoomConnection {
  /** Handles a message, which may be any value; a malformed one is ignored. Never throws. */
  receive: (message: unknown) => void;
  /** The connection is closed. */
  disconnected: () => void;
  /**
   * Changes the role of this connection's client, not of the account's other connections. Call it
   * after the connection has closed, too: ops that it has sent may still be waiting.
   *
   * @throws CobbleError `input_invalid` (details: `path`) for a role that does not exist
   */
  setRole: (role: RoomRole) => void;
}

/** What the host has published. */
export interface Published {
  readonly seq: number;
  /** The page's fields that publishing has changed. */
  readonly page: {
    readonly revision?: number | undefined;
    readonly updatedAt?: string | undefined;
  };
  readonly publishedBy: { readonly accountId: number; readonly name?: string | undefined };
}

/** A stored page. Its `revision` is the seq. */
export interface RoomState {
  readonly seq: number;
  readonly page: Page;
  /** The number of the room's owner. */
  readonly epoch: number;
}
