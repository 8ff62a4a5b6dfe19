import type { Kit } from '../../blocks/builtinBlocks.ts';
import type { Page } from '../../model/Page.ts';
import type { Result } from '../../model/Result.ts';
import type { Clock } from '../Clock.ts';
import type { CloseReason, RoomRole } from '../protocol/codes.ts';
import type { DraftAnswer } from '../protocol/draftRequest.ts';
import type { RoomMessage } from '../protocol/roomMessages.ts';
import type { RoomLog } from './RoomLog.ts';

/** Who is at the other end, by the transport's session; messages are never believed about it. */
export interface RoomSession {
  /** -1 is nobody. */
  readonly accountId: number;
  /** What others call them. */
  readonly name?: string;
  readonly role: RoomRole;
}

/** A connection's other end, as the transport shows it to a room. */
export interface RoomPeer {
  readonly session: RoomSession;
  /** Sends a message, at most once and in order. The same object may go to many. */
  readonly send: (message: RoomMessage) => void;
  /** Ends the connection from the room's side. */
  readonly close: (reason: CloseReason) => void;
  /** What was sent and not yet taken, bytes; beyond 4 MB the reader is cut off. */
  readonly bufferedBytes?: () => number;
}

/** A connection, as a room shows it to the transport. */
export interface RoomConnection {
  /** A message has come, whatever value it is; what is malformed is ignored. Never throws. */
  receive: (message: unknown) => void;
  /** The other end is gone. */
  disconnected: () => void;
  /** What the account may do has changed. */
  setRole: (role: RoomRole) => void;
}

/** What the server publishes with, handed in by the host. */
export interface Publisher {
  /** Publishes a page as it was at a seq; what it returns of the stored page is told to the room. */
  readonly publish: (request: {
    readonly page: Page;
    readonly seq: number;
    readonly accountId: number;
  }) => Promise<{ readonly revision?: number; readonly updatedAt?: string }>;
}

/** A page as its stream has it; its `revision` is the seq. */
export interface RoomState {
  readonly seq: number;
  readonly page: Page;
  readonly epoch: number;
}

/** Options of `createRoom`. */
export interface RoomOptions {
  readonly log: RoomLog;
  readonly clock: Clock;
  readonly kits?: readonly Kit[];
  /** Hosts whose links count as the site's own when a page of an older version is migrated. */
  readonly siteHosts?: readonly string[];
  /** The most blocks that the owner's plan allows; null is unlimited. */
  readonly maxBlocks?: number | null;
  readonly publisher?: Publisher;
  /**
   * The log has failed, or its page cannot be read (a `CobbleError`): the room tries again. Or
   * something has thrown while an op was decided on: that op is rejected. Or a transport has thrown:
   * that connection is given up.
   */
  readonly onFailure?: (error: unknown) => void;
  /** The room is another server's, or it was closed; a new one is to be made for new connections. */
  readonly onClosed?: (reason: CloseReason) => void;
}

/** Why a room did not publish. */
export type PublishRefusal = 'page_changed_elsewhere' | 'not_permitted' | 'room_unavailable';

/** The authority over one page: connections come and go, the log decides. */
export interface Room {
  /** Lets someone in; the first message must be a hello. */
  connect: (peer: RoomPeer) => RoomConnection;
  /**
   * Publishes the room's own draft if its head is still `expectedSeq`; the same key is done once.
   * A publisher that throws makes it throw.
   */
  publish: (request: {
    readonly expectedSeq: number;
    readonly idempotencyKey: string;
    readonly session: RoomSession;
  }) => Promise<Result<{ readonly seq: number; readonly page: Page }, PublishRefusal>>;
  /** Answers a draft request (any value whatever); null when it is malformed or not of this page. */
  draft: (request: unknown) => Promise<DraftAnswer | null>;
  /** Stores what waits, gives the room up and ends all connections. */
  close: () => Promise<void>;
  /** The stored page, its seq and the owner's epoch, once nothing is half decided; null when closed. */
  read: () => Promise<RoomState | null>;
}
