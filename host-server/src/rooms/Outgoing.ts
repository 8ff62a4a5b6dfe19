import type { RoomMessage } from '@cobble/engine/collaboration';
import type { Socket } from 'socket.io';
import type { RoomClientEvents, RoomSocketEvents } from '../contract/roomSocket.ts';
import { messageParts, type OnWorked } from './messageParts.ts';

/** A connection to a room, as Socket.IO has it. */
export type RoomSocket = Socket<RoomClientEvents, RoomSocketEvents>;

/** What is used of a connection. */
export interface OutgoingSocket {
  readonly connected: boolean;
  readonly conn: {
    readonly on: (
      event: 'packetCreate' | 'flush',
      listener: (packet: { readonly data?: string | Buffer }) => void,
    ) => unknown;
    readonly transport: unknown;
  };
  readonly emit: (event: 'message', message: RoomMessage) => unknown;
  readonly timeout: (ms: number) => {
    readonly emitWithAck: (event: 'part', gzipped: Buffer, isLast: boolean) => Promise<unknown>;
  };
}

/** How many parts are sent before the receipt of the first, so that the connection is never idle. */
const PARTS_AHEAD = 3;
/** How long a client may take to receive a part, ms. */
const RECEIPT_MS = 30_000;

/** Messages that need not be sent in parts: one is sent to many clients, and measured once. */
const small = new WeakSet<RoomMessage>();
/** The bytes of messages that wait for slow clients. Each is written as JSON once to measure it. */
const sizes = new WeakMap<RoomMessage, number>();

/** The bytes of a message as JSON. */
export function bytesOf(message: RoomMessage): number {
  const bytes = sizes.get(message) ?? Buffer.byteLength(JSON.stringify(message));
  sizes.set(message, bytes);
  return bytes;
}

/** What an `Outgoing` reports. */
export interface OutgoingHandlers {
  /** The client does not receive a large message in time. */
  readonly onTooSlow: () => void;
  /** Preparing messages has taken time. */
  readonly onWorked: OnWorked;
}

/**
 * What is sent on a connection, in order. Large messages are sent in compressed parts, at the pace
 * at which the client receives them; later messages wait here meanwhile.
 */
export class Outgoing {
  private readonly socket: OutgoingSocket;
  private readonly handlers: OutgoingHandlers;
  /** Messages behind one that is being sent in parts. */
  private waiting: RoomMessage[] = [];
  private waitingBytes = 0;
  private isSendingParts = false;
  /** Whether a welcome is being sent in parts, or waits. */
  private hasWelcome = false;
  /** Bytes that have not been passed to the WebSocket. */
  private unsentBytes = 0;

  constructor(socket: OutgoingSocket, handlers: OutgoingHandlers) {
    this.socket = socket;
    this.handlers = handlers;
    const { conn } = socket;
    conn.on('packetCreate', ({ data }) => {
      this.unsentBytes += Buffer.byteLength(data ?? '');
    });
    conn.on('flush', () => {
      this.unsentBytes = 0;
    });
  }

  /** Bytes that the client has not received, without those of a large message. */
  get bufferedBytes(): number {
    if (this.isSendingParts) return this.waitingBytes;
    const { socket } = this.socket.conn.transport as WebSocketTransport;
    return this.unsentBytes + (socket?.bufferedAmount ?? 0);
  }

  send(message: RoomMessage): void {
    const isWelcome = message.type === 'welcome';
    if (this.isSendingParts) {
      // A client repeats its hello when it has no response after some seconds. This one is on its way.
      if (isWelcome && this.hasWelcome) return;
      this.hasWelcome ||= isWelcome;
      this.waiting.push(message);
      this.waitingBytes += bytesOf(message);
      return;
    }
    const parts = small.has(message) ? null : messageParts(message, this.handlers.onWorked);
    if (parts) {
      this.hasWelcome = isWelcome;
      void this.sendParts(parts);
    } else {
      small.add(message);
      this.socket.emit('message', message);
    }
  }

  private async sendParts(parts: AsyncIterable<Buffer>): Promise<void> {
    this.isSendingParts = true;
    try {
      const receipts: Promise<unknown>[] = [];
      for await (const { part, isLast } of withLast(parts)) {
        receipts.push(this.sendPart(part, isLast));
        if (receipts.length === PARTS_AHEAD) await receipts.shift();
      }
      await Promise.all(receipts);
    } catch {
      if (this.socket.connected) this.handlers.onTooSlow();
      return;
    }
    this.isSendingParts = false;
    this.waitingBytes = 0;
    this.hasWelcome = false;
    const waiting = this.waiting;
    this.waiting = [];
    for (const message of waiting) this.send(message);
  }

  /** Resolves when the client has received the part; rejects if it takes too long. */
  sendPart(gzipped: Buffer, isLast: boolean): Promise<unknown> {
    const receipt = this.socket.timeout(RECEIPT_MS).emitWithAck('part', gzipped, isLast);
    // Those after one that is late are late, too, when nobody waits for them any more.
    receipt.catch(() => undefined);
    return receipt;
  }
}

async function* withLast(
  parts: AsyncIterable<Buffer>,
): AsyncIterable<{ part: Buffer; isLast: boolean }> {
  let before: Buffer | null = null;
  for await (const part of parts) {
    if (before !== null) yield { part: before, isLast: false };
    before = part;
  }
  if (before !== null) yield { part: before, isLast: true };
}

/** What the types of Engine.IO leave out. */
interface WebSocketTransport {
  readonly socket?: { readonly bufferedAmount: number };
}
