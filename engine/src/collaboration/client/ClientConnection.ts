import { inputError } from '../../model/inputError.ts';
import { isRecord } from '../../model/json.ts';
import { reportRejection } from '../../model/promises.ts';
import type { ClientMessage } from '../protocol/clientMessages.ts';
import type { CloseReason } from '../protocol/codes.ts';
import type { RoomSocket, RoomTransport } from './RoomTransport.ts';

/** What a connection reports to its client. */
export interface ConnectionHandlers {
  readonly onOpen: () => void;
  readonly onMessage: (message: unknown) => void;
  /** The connection is lost, or could not be opened. Not called after `close`. */
  readonly onClose: (reason: CloseReason | undefined) => void;
}

/**
 * A client's connection to its room, of which there is at most one at a time. If the transport
 * throws, rejects or returns anything but a socket, that is reported: a connection that cannot be
 * opened counts as lost, and so does a message that cannot be sent.
 */
export class ClientConnection {
  private socket: RoomSocket | null = null;
  /** The state of the current connection. What a closed one still reports is ignored. */
  private current = { isOpen: false, isReady: false };
  private readonly transport: RoomTransport;
  private readonly handlers: ConnectionHandlers;
  private readonly report: (error: unknown) => void;

  constructor(
    transport: RoomTransport,
    handlers: ConnectionHandlers,
    report: (error: unknown) => void,
  ) {
    this.transport = transport;
    this.handlers = handlers;
    this.report = report;
  }

  /** Opens a connection unless there is one. */
  open(): void {
    if (this.socket) return;
    const { handlers, transport } = this;
    const connection = { isOpen: true, isReady: false };
    this.current = connection;
    const closed = (reason?: CloseReason): void => {
      if (!connection.isOpen) return;
      this.close();
      handlers.onClose(reason);
    };
    const connect = (): RoomSocket => {
      const opened = transport.connect({
        onOpen: () => {
          connection.isReady = true;
          if (connection.isOpen && this.socket) handlers.onOpen();
        },
        onMessage: (message) => {
          if (connection.isOpen) handlers.onMessage(message);
        },
        onClose: closed,
      });
      return this.checkSocket(opened);
    };
    const socket = this.attempt(connect);
    // A transport in the same process may have called the handlers before it returned.
    if (!connection.isOpen) this.attempt(() => socket?.close());
    else if (!socket) closed();
    else {
      this.socket = socket;
      if (connection.isReady) handlers.onOpen();
    }
  }

  /** Sends a message; without a connection, it is lost. */
  send(message: ClientMessage): void {
    this.attempt(() => this.socket?.send(message));
  }

  close(): void {
    const { socket } = this;
    this.socket = null;
    this.current.isOpen = false;
    this.attempt(() => socket?.close());
  }

  /** @throws CobbleError `input_invalid` (details: `path`) unless the transport returned a socket */
  private checkSocket(socket: unknown): RoomSocket {
    // Nobody else would handle what an async `connect` throws.
    reportRejection(socket, this.report);
    if (isRecord(socket) && ['send', 'close'].every((name) => typeof socket[name] === 'function'))
      return socket as unknown as RoomSocket;
    const rule = 'must return an object with the functions send and close, and not be async';
    throw inputError('options.transport.connect', rule);
  }

  private attempt<Value>(call: () => Value): Value | null {
    try {
      const returned = call();
      reportRejection(returned, this.report);
      return returned;
    } catch (error) {
      this.report(error);
      return null;
    }
  }
}
