import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ROOM_LIMITS, type RoomMessage, textInParts } from '@cobble/engine/collaboration';
import type { Socket } from 'socket.io';
import type { RoomClientEvents, RoomSocketEvents } from '../contract/roomSocket.ts';

/** A connection to a room, as Socket.IO has it. */
export type RoomSocket = Socket<RoomClientEvents, RoomSocketEvents>;

const compress = promisify(gzip);

/** Characters of a part before it is compressed: about 30 KB, a quarter of a second at 1 Mbit/s. */
const PART_CHARS = ROOM_LIMITS.partChars;
/** How many parts are sent before the receipt of the first, so that the connection is never idle. */
const PARTS_AHEAD = 3;
/** How long a client may take to receive a part, ms. */
const RECEIPT_MS = 30_000;
/** Fast: a client would wait longer for a better compression than it saves on a slow network. */
const GZIP = { level: 4 };

/** Messages that need not be sent in parts: one is sent to many clients, and measured once. */
const small = new WeakSet<RoomMessage>();

/**
 * What is sent on a connection, in order. Large messages are sent in compressed parts, at the pace
 * at which the client receives them; later messages wait here meanwhile.
 */
export class Outgoing {
  private readonly socket: RoomSocket;
  private readonly onTooSlow: () => void;
  /** Messages behind one that is being sent in parts. */
  private waiting: RoomMessage[] = [];
  private waitingChars = 0;
  private isSendingParts = false;
  /** Bytes that have not been passed to the WebSocket. */
  private unsentBytes = 0;

  /** @param onTooSlow called when the client does not receive a large message in time. */
  constructor(socket: RoomSocket, onTooSlow: () => void) {
    this.socket = socket;
    this.onTooSlow = onTooSlow;
    const { conn } = socket;
    conn.on('packetCreate', ({ data }: { readonly data?: string | Buffer }) => {
      this.unsentBytes += data?.length ?? 0;
    });
    conn.on('flush', () => {
      this.unsentBytes = 0;
    });
  }

  /** Bytes that the client has not received, without those of a large message. */
  get bufferedBytes(): number {
    if (this.isSendingParts) return this.waitingChars;
    const { socket } = this.socket.conn.transport as unknown as WebSocketTransport;
    return this.unsentBytes + (socket?.bufferedAmount ?? 0);
  }

  send(message: RoomMessage): void {
    if (this.isSendingParts) {
      this.waiting.push(message);
      this.waitingChars += JSON.stringify(message).length;
      return;
    }
    const parts = small.has(message) ? null : textInParts(message, PART_CHARS);
    if (parts) void this.sendParts(parts);
    else {
      small.add(message);
      this.socket.emit('message', message);
    }
  }

  private async sendParts(parts: Iterable<string>): Promise<void> {
    this.isSendingParts = true;
    try {
      const receipts: Promise<void>[] = [];
      for (const { part, isLast } of withLast(parts)) {
        const gzipped = await compress(part, GZIP);
        receipts.push(this.sendPart(gzipped, isLast));
        if (receipts.length === PARTS_AHEAD) await receipts.shift();
      }
      await Promise.all(receipts);
    } catch {
      if (this.socket.connected) this.onTooSlow();
      return;
    }
    this.isSendingParts = false;
    this.waitingChars = 0;
    const waiting = this.waiting;
    this.waiting = [];
    for (const message of waiting) this.send(message);
  }

  /** Resolves when the client has received the part; rejects if it takes too long. */
  private sendPart(gzipped: Buffer, isLast: boolean): Promise<void> {
    const receipt = this.socket.timeout(RECEIPT_MS).emitWithAck('part', gzipped, isLast);
    // Those after one that is late are late, too, when nobody waits for them any more.
    receipt.catch(() => undefined);
    return receipt;
  }
}

function* withLast(parts: Iterable<string>): Iterable<{ part: string; isLast: boolean }> {
  let before: string | null = null;
  for (const part of parts) {
    if (before !== null) yield { part: before, isLast: false };
    before = part;
  }
  if (before !== null) yield { part: before, isLast: true };
}

/** What the types of Engine.IO leave out. */
interface WebSocketTransport {
  readonly socket?: { readonly bufferedAmount: number };
}
