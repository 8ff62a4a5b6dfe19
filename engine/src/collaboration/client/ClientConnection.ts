import type { CloseReason } from '../protocol/codes.ts';
import type { ClientMessage } from '../protocol/clientMessages.ts';
import { ROOM_TIMES } from '../protocol/limits.ts';
import type { Timers } from '../Timers.ts';
import type { RoomSocket, RoomTransport } from './RoomTransport.ts';

/** What a connection asks of its client. */
export interface ConnectionOwner {
  readonly hello: () => ClientMessage | null;
  readonly onMessage: (message: unknown) => void;
  /** The connection has ended; whether to try again. */
  readonly onEnd: (reason: CloseReason | undefined) => boolean;
}

/** One connection at a time, made again after each break, later each time that it fails. */
export class ClientConnection {
  /** Whether the room has welcomed the client on this connection. */
  isWelcome = false;
  private socket: RoomSocket | null = null;
  private tries = 0;
  private readonly transport: RoomTransport;
  private readonly timers: Timers;
  private readonly random: () => number;
  private readonly owner: ConnectionOwner;

  constructor(
    transport: RoomTransport,
    timers: Timers,
    random: () => number,
    owner: ConnectionOwner,
  ) {
    this.transport = transport;
    this.timers = timers;
    this.random = random;
    this.owner = owner;
  }

  connect(): void {
    if (this.socket) return;
    let isOpen = true;
    this.socket = this.transport.connect({
      onOpen: () => {
        if (isOpen) this.sayHello();
      },
      onMessage: (message) => {
        if (isOpen) this.owner.onMessage(message);
      },
      onClose: (reason) => {
        if (!isOpen) return;
        isOpen = false;
        this.end();
        if (this.owner.onEnd(reason)) this.connectLater();
      },
    });
  }

  /** Says hello, and again when no welcome comes. */
  sayHello(): void {
    const hello = this.owner.hello();
    if (!hello) return;
    this.socket?.send(hello);
    this.timers.once('hello', ROOM_TIMES.resendAfterMs, () => {
      if (!this.isWelcome) this.sayHello();
    });
  }

  /** The room has let the client in. */
  welcomed(): void {
    this.timers.stop('hello');
    this.tries = 0;
    this.isWelcome = true;
  }

  /** Sends what may be said once welcome; before that it is let drop. */
  send(message: ClientMessage): void {
    if (this.isWelcome) this.socket?.send(message);
  }

  end(): void {
    const { socket } = this;
    this.socket = null;
    this.isWelcome = false;
    this.timers.stopAll();
    socket?.close();
  }

  private connectLater(): void {
    this.tries += 1;
    const delayMs = Math.min(30_000, 250 * 2 ** this.tries) * (0.5 + this.random() / 2);
    this.timers.once('connect', delayMs, () => this.connect());
  }
}
