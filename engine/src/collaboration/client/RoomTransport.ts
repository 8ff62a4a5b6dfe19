import type { CloseReason } from '../protocol/codes.ts';
import type { ClientMessage } from '../protocol/clientMessages.ts';

/** One connection to a room. */
export interface RoomSocket {
  /** Sends, at most once and in order. */
  readonly send: (message: ClientMessage) => void;
  readonly close: () => void;
}

/** How a client reaches its room, handed in by the host (Socket.IO in the product). */
export interface RoomTransport {
  /** Begins a connection; the handlers of a connection are called until `onClose`, and not after. */
  readonly connect: (handlers: {
    readonly onOpen: () => void;
    readonly onMessage: (message: unknown) => void;
    readonly onClose: (reason?: CloseReason) => void;
  }) => RoomSocket;
}
