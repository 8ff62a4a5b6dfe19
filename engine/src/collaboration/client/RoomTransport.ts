import type { ClientMessage } from '../protocol/clientMessages.ts';
import type { CloseReason } from '../protocol/codes.ts';

/** One connection to a room. */
export interface RoomSocket {
  /** Sends a message, which is plain JSON: at most once, in order. */
  readonly send: (message: ClientMessage) => void;
  /** Closes the connection. It need not call `onClose`; called again, it does nothing. */
  readonly close: () => void;
}

/**
 * How a client reaches its room; provided by the host (Socket.IO in the product).
 * `roomTransportCases` of `@cobble/engine/conformance` checks a transport and the room's side of it.
 */
export interface RoomTransport {
  /**
   * Opens a connection. Returns its socket at once, and calls `onOpen` when it is open. The handlers
   * may be called before it returns, and not after `onClose`. If it returns anything else, such as a
   * promise, that is reported to `onFailure` (`input_invalid`), and the connection counts as lost.
   *
   * - `onOpen`: messages can be sent. The client then says hello.
   * - `onMessage`: what the room sent, parsed from JSON; an invalid message is ignored.
   * - `onClose`: the connection is lost or was refused, with the room's reason if it gave one, or
   *   `refused` if the host will refuse the next one too. The client connects again, with growing
   *   delays, unless its status is `closed`, `refused` or `upgrade_required`.
   */
  readonly connect: (handlers: {
    readonly onOpen: () => void;
    readonly onMessage: (message: unknown) => void;
    readonly onClose: (reason?: CloseReason) => void;
  }) => RoomSocket;
}
