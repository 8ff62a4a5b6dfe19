import type { Clock } from '../Clock.ts';
import {
  mayWrite,
  type CloseReason,
  type RoomErrorCode,
  type RoomRole,
} from '../protocol/codes.ts';
import type { ClientMessage, ClientMessageOf } from '../protocol/clientMessages.ts';
import { ROOM_LIMITS } from '../protocol/limits.ts';
import { readClientMessage } from '../protocol/readMessage.ts';
import type { RoomMessage } from '../protocol/roomMessages.ts';
import type { RoomConnection, RoomPeer, RoomSession } from './Room.ts';
import { TokenBucket } from './TokenBucket.ts';

/** What a connection hands on once it has looked at it. */
export interface ConnectionHandlers {
  readonly onHello: (client: ConnectedClient, hello: ClientMessageOf<'hello'>) => void;
  readonly onMessage: (
    client: ConnectedClient,
    message: Exclude<ClientMessage, ClientMessageOf<'hello'>>,
  ) => void;
  /** What the other end may do has changed. */
  readonly onRole: (client: ConnectedClient) => void;
  readonly onGone: (client: ConnectedClient) => void;
  /** The transport has thrown; the connection is given up. */
  readonly onFailure: (error: unknown) => void;
}

/** What a refusal says beside its code. */
interface RefusalDetails {
  /** How soon to try again. */
  readonly retryAfterMs?: number;
  /** The newest of the sender's ops that is taken; what comes after it is refused. */
  readonly lastMid?: number;
}

/**
 * One connection of a room: reads what comes, keeps its sender to the limits, and cuts off who does
 * not read. What it hands on is well-formed and not too much; who sent it is the session's.
 */
export class ConnectedClient implements RoomConnection {
  /** The client's name, once it has said hello. */
  clientId: string | null = null;
  /** Whether it was welcomed, so that the stream goes to it. */
  isJoined = false;
  /** Made by an editor older than the page: it may look on. */
  isReadOnly = false;
  role: RoomRole;
  private isOpen = true;
  private readonly ops: TokenBucket;
  private readonly chars: TokenBucket;
  private readonly messages: TokenBucket;
  private readonly peer: RoomPeer;
  private readonly clock: Clock;
  private readonly handlers: ConnectionHandlers;

  constructor(peer: RoomPeer, clock: Clock, handlers: ConnectionHandlers) {
    this.peer = peer;
    this.clock = clock;
    this.handlers = handlers;
    this.role = peer.session.role;
    const now = clock.now();
    this.ops = new TokenBucket(ROOM_LIMITS.opBurst, ROOM_LIMITS.opsPerSecond, now);
    this.chars = new TokenBucket(ROOM_LIMITS.charBurst, ROOM_LIMITS.charsPerSecond, now);
    this.messages = new TokenBucket(ROOM_LIMITS.messageBurst, ROOM_LIMITS.messagesPerSecond, now);
  }

  get session(): RoomSession {
    return this.peer.session;
  }

  get mayWrite(): boolean {
    return mayWrite(this.role) && !this.isReadOnly;
  }

  receive(value: unknown): void {
    if (!this.isOpen) return;
    const read = readClientMessage(value);
    if (read === 'too_large') this.refuse('too_large');
    if (!read || read === 'too_large') return;
    const { message, chars } = read;
    if (!this.isWithinLimits(message, chars)) return;
    if (message.type === 'hello') this.handlers.onHello(this, message);
    else if (this.clientId === null) this.refuse('hello_first');
    else this.handlers.onMessage(this, message);
  }

  disconnected(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.handlers.onGone(this);
  }

  setRole(role: RoomRole): void {
    this.role = role;
    this.send({ type: 'role', role });
    this.handlers.onRole(this);
  }

  /** A transport that throws costs its own connection, and not what is told to the others. */
  send(message: RoomMessage): void {
    if (!this.isOpen) return;
    try {
      const buffered = this.peer.bufferedBytes?.() ?? 0;
      if (buffered <= ROOM_LIMITS.maxBufferedBytes) {
        this.peer.send(message);
        return;
      }
    } catch (error) {
      this.handlers.onFailure(error);
      this.close('room_failed');
      return;
    }
    this.close('too_slow');
  }

  refuse(code: RoomErrorCode, details: RefusalDetails = {}): void {
    this.send({ type: 'error', code, ...details });
  }

  close(reason: CloseReason): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    try {
      this.peer.close(reason);
    } catch (error) {
      this.handlers.onFailure(error);
    }
    this.handlers.onGone(this);
  }

  /** Who sends too much is told when to go on; of unstored messages the surplus is let drop. */
  private isWithinLimits(message: ClientMessage, chars: number): boolean {
    const now = this.clock.now();
    if (message.type !== 'ops') {
      const isTaken = this.messages.take(1, now) && this.chars.take(chars, now);
      const isUnstored = !['hello', 'catch-up', 'acquire-locks', 'release-locks'].includes(
        message.type,
      );
      const retryAfterMs = this.messages.waitMs(1) + 100;
      if (!isTaken && !isUnstored) this.refuse('rate_limited', { retryAfterMs });
      return isTaken;
    }
    const count = message.ops.length;
    if (this.ops.take(count, now) && this.chars.take(chars, now)) return true;
    const retryAfterMs = Math.max(this.ops.waitMs(count), this.chars.waitMs(chars)) + 100;
    this.refuse('rate_limited', { retryAfterMs });
    return false;
  }
}
