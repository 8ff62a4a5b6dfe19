import type { CloseReason } from '../protocol/codes.ts';
import type { ClientMessage } from '../protocol/clientMessages.ts';
import { ROOM_TIMES } from '../protocol/limits.ts';
import type { Timers } from '../Timers.ts';

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

const MAX_RECONNECT_DELAY_MS = 30_000;

/** Callbacks of a `ClientConnection`. */
export interface ConnectionHandlers {
  /** Returns the hello message; null sends nothing. */
  readonly hello: () => ClientMessage | null;
  readonly onMessage: (message: unknown) => void;
  /** The connection was lost; returns whether to reconnect. */
  readonly onDisconnect: (reason: CloseReason | undefined) => boolean;
}

/** Keeps one connection to the room open: repeats the hello and reconnects with growing delays. */
export class ClientConnection {
  /** Whether the room has welcomed this client on the current connection. */
  isWelcome = false;
  private socket: RoomSocket | null = null;
  private attempts = 0;
  private readonly transport: RoomTransport;
  private readonly timers: Timers;
  private readonly random: () => number;
  private readonly handlers: ConnectionHandlers;

  constructor(
    transport: RoomTransport,
    timers: Timers,
    random: () => number,
    handlers: ConnectionHandlers,
  ) {
    this.transport = transport;
    this.timers = timers;
    this.random = random;
    this.handlers = handlers;
  }

  connect(): void {
    if (this.socket) return;
    let isOpen = true;
    this.socket = this.transport.connect({
      onOpen: () => {
        if (isOpen) this.sayHello();
      },
      onMessage: (message) => {
        if (isOpen) this.handlers.onMessage(message);
      },
      onClose: (reason) => {
        if (!isOpen) return;
        isOpen = false;
        this.close();
        if (this.handlers.onDisconnect(reason)) this.reconnectLater();
      },
    });
  }

  /** Sends the hello, and repeats it until the room welcomes the client. */
  sayHello(): void {
    const hello = this.handlers.hello();
    if (!hello) return;
    this.socket?.send(hello);
    this.timers.once('hello', ROOM_TIMES.resendAfterMs, () => {
      if (!this.isWelcome) this.sayHello();
    });
  }

  /** The room has welcomed the client. */
  welcomed(): void {
    this.timers.stop('hello');
    this.attempts = 0;
    this.isWelcome = true;
  }

  /** Sends a message; drops it while the client is not welcome. */
  send(message: ClientMessage): void {
    if (this.isWelcome) this.socket?.send(message);
  }

  /** Closes the connection and stops all timers. */
  close(): void {
    const { socket } = this;
    this.socket = null;
    this.isWelcome = false;
    this.timers.stopAll();
    socket?.close();
  }

  private reconnectLater(): void {
    this.attempts += 1;
    const delayMs = Math.min(MAX_RECONNECT_DELAY_MS, 250 * 2 ** this.attempts);
    this.timers.once('connect', delayMs * (0.5 + this.random() / 2), () => this.connect());
  }
}
