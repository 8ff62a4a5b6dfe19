import type { RoomSocket, RoomTransport } from '../client/RoomTransport.ts';
import type { CloseReason, RoomRole } from '../protocol/codes.ts';
import type { ClientMessage } from '../protocol/clientMessages.ts';
import type { RoomMessage } from '../protocol/roomMessages.ts';
import type { Room } from '../room/Room.ts';
import type { RoomConnection, RoomPeer, RoomSession } from '../room/RoomOptions.ts';
import type { SimProcess } from './SimProcess.ts';

/** A server process with its room. */
export interface SimServer {
  readonly process: SimProcess;
  /** The current room; a new one after the previous one was closed. */
  readonly room: () => Room;
}

/** Options of the network. */
export interface NetworkOptions {
  readonly hop: (label: string) => Promise<unknown>;
  readonly random: () => number;
  /** Whether all unstored messages are lost. */
  readonly losesUnstored?: boolean;
  /** Called for each message that a room sends, except unstored ones that are lost. */
  readonly onSent?: (message: RoomMessage, session: RoomSession, clientId: string | null) => void;
  /** May delay a message by calling `send` later. */
  readonly delay?: (message: RoomMessage, clientId: string | null, send: () => void) => void;
}

const UNSTORED = new Set(['cursor', 'selection', 'update-things', 'presence']);

/**
 * One direction of a connection. Delivers messages in order, each after a hop; loses some and
 * repeats others.
 */
class Channel<Message extends string> {
  private queue: (Message | 'end')[] = [];
  private isMoving = false;
  private isEnded = false;
  private readonly network: NetworkOptions;
  private readonly deliver: (message: Message | 'end') => Promise<void> | void;

  constructor(
    network: NetworkOptions,
    deliver: (message: Message | 'end') => Promise<void> | void,
  ) {
    this.network = network;
    this.deliver = deliver;
  }

  send(message: Message): void {
    if (this.isEnded) return;
    // Lost, as in Socket.IO's fan-out over several servers.
    if (message !== '"open"' && this.network.random() < 0.02) return;
    this.queue.push(message);
    // Repeated, as by a transport that retries.
    if (this.network.random() < 0.04) this.queue.push(message);
    void this.move();
  }

  /** Closes the channel. If the connection breaks, only some messages in flight arrive. */
  end(isBreak: boolean): void {
    if (this.isEnded) return;
    this.isEnded = true;
    if (isBreak)
      this.queue = this.queue.slice(0, Math.floor(this.network.random() * (this.queue.length + 1)));
    this.queue.push('end');
    void this.move();
  }

  private async move(): Promise<void> {
    if (this.isMoving) return;
    this.isMoving = true;
    while (this.queue.length > 0) {
      await this.network.hop('message');
      const message = this.queue.shift();
      if (message !== undefined) await this.deliver(message);
    }
    this.isMoving = false;
  }
}

/** A connection between a client and a room that can break at any time. */
export class SimConnection implements RoomSocket {
  private isOpen = true;
  private clientId: string | null = null;
  private reason: CloseReason | undefined;
  /** The client that the room has welcomed, and the role that the room knows. */
  private welcomed: { readonly clientId: string; role: RoomRole } | null = null;
  private connection: RoomConnection | null = null;
  private readonly server: SimServer;
  private readonly up: Channel<string>;
  private readonly down: Channel<string>;
  private readonly network: NetworkOptions;

  constructor(
    network: NetworkOptions,
    server: SimServer,
    client: SimProcess,
    session: RoomSession,
    handlers: Parameters<RoomTransport['connect']>[0],
  ) {
    this.network = network;
    this.server = server;
    this.down = new Channel(network, async (message) => {
      await client.running();
      if (message === 'end') handlers.onClose(this.reason);
      else if (message === '"open"') handlers.onOpen();
      else handlers.onMessage(JSON.parse(message));
    });
    this.up = new Channel(network, async (message) => {
      await server.process.running();
      if (message !== 'end') this.connection?.receive(JSON.parse(message));
      else {
        this.welcomed = null;
        this.connection?.disconnected();
        this.connection = null;
      }
    });
    const peer: RoomPeer = {
      session,
      send: (message) => {
        if (server.process.isAlive) this.sendDown(message, session);
      },
      close: (reason) => {
        this.reason = reason;
        this.welcomed = null;
        this.end(false);
      },
    };
    if (!server.process.isAlive) {
      this.end(true);
      return;
    }
    this.connection = server.room().connect(peer);
    this.down.send('"open"');
  }

  send(message: ClientMessage): void {
    if (message.type === 'hello') this.clientId = message.clientId;
    if (this.network.losesUnstored && UNSTORED.has(message.type)) return;
    this.up.send(JSON.stringify(message));
  }

  close(): void {
    this.end(false);
  }

  /** Changes the client's role in the room. */
  setRole(role: RoomRole): void {
    const apply = (): void => {
      if (this.welcomed) this.welcomed.role = role;
      this.connection?.setRole(role);
    };
    const { process } = this.server;
    if (!process.isAlive) return;
    if (!process.isStopped) apply();
    else void process.running().then(apply);
  }

  /** The role of a client as the room of a process knows it; null if it was not welcomed there. */
  knownRole(process: SimProcess, clientId: string): RoomRole | null {
    const isWelcomed = this.server.process === process && this.welcomed?.clientId === clientId;
    return isWelcomed ? (this.welcomed?.role ?? null) : null;
  }

  /** Breaks the connection; both ends notice it independently. */
  break(): void {
    this.end(true);
  }

  private sendDown(message: RoomMessage, session: RoomSession): void {
    if (message.type === 'welcome' && this.clientId !== null)
      this.welcomed = { clientId: this.clientId, role: message.role };
    if (this.network.losesUnstored && UNSTORED.has(message.type)) return;
    const send = (): void => {
      this.network.onSent?.(message, session, this.clientId);
      this.down.send(JSON.stringify(message));
    };
    if (this.network.delay) this.network.delay(message, this.clientId, send);
    else send();
  }

  private end(isBreak: boolean): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.up.end(isBreak);
    this.down.end(isBreak);
  }
}
