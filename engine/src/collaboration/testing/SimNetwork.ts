import type { RoomSocket, RoomTransport } from '../client/RoomTransport.ts';
import type { CloseReason, RoomRole } from '../protocol/codes.ts';
import type { ClientMessage } from '../protocol/clientMessages.ts';
import type { RoomMessage } from '../protocol/roomMessages.ts';
import type { Room, RoomConnection, RoomPeer, RoomSession } from '../room/Room.ts';
import type { SimProcess } from './SimProcess.ts';

/** A server's process and the room in it. */
export interface SimServer {
  readonly process: SimProcess;
  /** The room for whoever comes now; another one when the one before was given up. */
  readonly room: () => Room;
}

/** How a network behaves. */
export interface NetworkHabits {
  readonly hop: (label: string) => Promise<unknown>;
  readonly random: () => number;
  /** Whether unstored messages are lost, all of them. */
  readonly losesUnstored?: boolean;
  /** Told of each message that a room sends, as it leaves. */
  readonly onSent?: (message: RoomMessage, session: RoomSession, clientId: string | null) => void;
  /** May keep a message back; it is sent when `send` is called. */
  readonly delay?: (message: RoomMessage, clientId: string | null, send: () => void) => void;
}

const UNSTORED = new Set(['cursor', 'selection', 'update-things', 'presence']);

/** One direction of a connection: in order, each message with a hop of its own. */
class Wire<Message extends string> {
  private queue: (Message | 'end')[] = [];
  private isMoving = false;
  private isEnded = false;
  private readonly habits: NetworkHabits;
  private readonly deliver: (message: Message | 'end') => Promise<void> | void;

  constructor(habits: NetworkHabits, deliver: (message: Message | 'end') => Promise<void> | void) {
    this.habits = habits;
    this.deliver = deliver;
  }

  send(message: Message): void {
    if (this.isEnded) return;
    // Lost on the way, as Socket.IO's fan-out over several servers may lose one.
    if (message !== '"open"' && this.habits.random() < 0.02) return;
    this.queue.push(message);
    // Sent once more, as a transport may that is not sure.
    if (this.habits.random() < 0.04) this.queue.push(message);
    void this.move();
  }

  /** Nothing more goes in; of what is under way only a part arrives when the connection breaks. */
  end(isBreak: boolean): void {
    if (this.isEnded) return;
    this.isEnded = true;
    if (isBreak)
      this.queue = this.queue.slice(0, Math.floor(this.habits.random() * (this.queue.length + 1)));
    this.queue.push('end');
    void this.move();
  }

  private async move(): Promise<void> {
    if (this.isMoving) return;
    this.isMoving = true;
    while (this.queue.length > 0) {
      await this.habits.hop('message');
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
  /** What the room at the other end knows of: who it has welcomed, and what they may do. */
  private welcomed: { readonly clientId: string; role: RoomRole } | null = null;
  private connection: RoomConnection | null = null;
  private readonly server: SimServer;
  private readonly up: Wire<string>;
  private readonly down: Wire<string>;
  private readonly habits: NetworkHabits;

  constructor(
    habits: NetworkHabits,
    server: SimServer,
    client: SimProcess,
    session: RoomSession,
    handlers: Parameters<RoomTransport['connect']>[0],
  ) {
    this.habits = habits;
    this.server = server;
    this.down = new Wire(habits, async (message) => {
      await client.running();
      if (message === 'end') handlers.onClose(this.reason);
      else if (message === '"open"') handlers.onOpen();
      else handlers.onMessage(JSON.parse(message));
    });
    this.up = new Wire(habits, async (message) => {
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
    if (this.habits.losesUnstored && UNSTORED.has(message.type)) return;
    this.up.send(JSON.stringify(message));
  }

  close(): void {
    this.end(false);
  }

  /** The host tells the room what the client may do from now on, if the room has not let it go. */
  setRole(role: RoomRole): void {
    const tell = (): void => {
      if (this.welcomed) this.welcomed.role = role;
      this.connection?.setRole(role);
    };
    const { process } = this.server;
    if (!process.isAlive) return;
    if (!process.isStopped) tell();
    else void process.running().then(tell);
  }

  /** What the room that runs in a process was told that a client may do; null: it has not let it in. */
  toldRole(process: SimProcess, clientId: string): RoomRole | null {
    const isMeant = this.server.process === process && this.welcomed?.clientId === clientId;
    return isMeant ? (this.welcomed?.role ?? null) : null;
  }

  /** The network breaks: both ends hear of it in their own time. */
  break(): void {
    this.end(true);
  }

  private sendDown(message: RoomMessage, session: RoomSession): void {
    if (message.type === 'welcome' && this.clientId !== null)
      this.welcomed = { clientId: this.clientId, role: message.role };
    if (this.habits.losesUnstored && UNSTORED.has(message.type)) return;
    const send = (): void => {
      this.habits.onSent?.(message, session, this.clientId);
      this.down.send(JSON.stringify(message));
    };
    if (this.habits.delay) this.habits.delay(message, this.clientId, send);
    else send();
  }

  private end(isBreak: boolean): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.up.end(isBreak);
    this.down.end(isBreak);
  }
}
