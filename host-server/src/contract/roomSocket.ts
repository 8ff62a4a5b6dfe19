import type { ClientMessage, CloseReason, RoomMessage } from '@cobble/engine/collaboration';

/** The path of the Socket.IO server that connects editors to the rooms of their pages. */
export const ROOM_SOCKET_PATH = '/api/rooms';

/**
 * How often the server pings each client, ms. A client that hears nothing for some seconds longer may
 * take its connection for dead.
 */
export const ROOM_PING_MS = 10_000;

/** What a client sends with its connection, as Socket.IO's `auth`. */
export interface RoomSocketAuth {
  /** The ID of the page. */
  readonly page: number;
}

/** What the server sends. */
export interface RoomSocketEvents {
  message: (message: RoomMessage) => void;
  /**
   * A part of the JSON text of a large message, compressed by gzip. The next messages follow after
   * the last part. The server sends few parts before it gets the receipt of the first.
   */
  part: (gzip: Uint8Array, isLast: boolean, received: () => void) => void;
  /** The room closes the connection. */
  closed: (reason: CloseReason) => void;
}

/** What a client sends. */
export interface RoomClientEvents {
  message: (message: ClientMessage) => void;
}
