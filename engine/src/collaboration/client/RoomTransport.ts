import type { ClientMessage } from '../protocol/clientMessages.ts';
import type { CloseReason } from '../protocol/codes.ts';

/** One connection to a room. */
export interface RoomSocket {
  /** Sends a message: at most once, in order. */
  readonly send: (message: ClientMessage) => void;
  readonly close: () => void;
}

/** How a client reaches its room; provided by the host (Socket.IO in the product). */
export interface RoomTransport {
  /** Opens a connection. Its handlers are not called after `onClose`. */
  readonly connect: (handlers: {
    readonly onOpen: () => void;
    readonly onMessage: (message: unknown) => void;
    readonly onClose: (reason?: CloseReason) => void;
  }) => RoomSocket;
}
