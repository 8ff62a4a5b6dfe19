import { inputError } from '../../model/inputError.ts';
import { asyncProblem, reportRejection } from '../../model/promises.ts';
import type { Clock } from '../Clock.ts';
import {
  mayWrite,
  type CloseReason,
  type LockRefusal,
  type RoomErrorCode,
  type RoomRole,
} from '../protocol/codes.ts';
import type { ClientMessage, ClientMessageOf, SentOp } from '../protocol/clientMessages.ts';
import { ROOM_LIMITS } from '../protocol/limits.ts';
import type { JsonMeasure } from '../protocol/measureJson.ts';
import { measureClientMessage, readClientMessage } from '../protocol/readMessage.ts';
import type { RoomMessage } from '../protocol/roomMessages.ts';
import { type Limited, limitedFor, RateLimiter } from './RateLimiter.ts';
import type { MessageRefusal, RoomEvent } from './RoomEvent.ts';
import type { RoomConnection, RoomPeer, RoomSession } from './RoomOptions.ts';
import { charsOf, type MeasuredEntry } from './StoredPage.ts';

/** Callbacks of a `ConnectedClient`. */
export interface ConnectionHandlers {
  readonly onHello: (client: ConnectedClient, hello: ClientMessageOf<'hello'>) => void;
  readonly onMessage: (
    client: ConnectedClient,
    message: Exclude<ClientMessage, ClientMessageOf<'hello'>>,
    size: JsonMeasure,
  ) => void;
  /** Whether a message is a part of an op that has already been counted. */
  readonly isCounted: (client: ConnectedClient, message: ClientMessage) => boolean;
  /** The number of blocks on the page. */
  readonly blockCount: () => number;
  /** How long the client's account must wait until the room works for it again, ms. */
  readonly waitMs: (client: ConnectedClient) => number;
  readonly onRole: (client: ConnectedClient) => void;
  readonly onDisconnect: (client: ConnectedClient) => void;
  /** The transport has thrown or rejected; the connection is closed. */
  readonly onFailure: (error: unknown) => void;
  /** Null if nobody listens. */
  readonly emit: ((event: RoomEvent) => void) | null;
}

/** A peer as the host may have written it: with functions that return a promise instead of nothing. */
interface GivenPeer extends Omit<RoomPeer, 'send' | 'close'> {
  readonly send: (...args: Parameters<RoomPeer['send']>) => unknown;
  readonly close: (...args: Parameters<RoomPeer['close']>) => unknown;
}

interface RefusalDetails {
  readonly retryAfterMs?: number;
  /** The sender's ops up to this one are accepted; those after it are rejected. */
  readonly lastMid?: number;
}

/**
 * One connection to a room. Parses messages, enforces rate limits, and closes connections whose
 * clients do not read, or send many malformed messages. Handlers only receive well-formed messages within the limits.
 */
export class ConnectedClient implements RoomConnection {
  /** The client's id, once its hello is accepted. */
  clientId: string | null = null;
  /** Whether the client was welcomed and receives the stream. */
  isJoined = false;
  /** The client's editor is older than the page, so it may only view it. */
  isReadOnly = false;
  role: RoomRole;
  readonly session: RoomSession;
  private isOpen = true;
  private malformed = 0;
  private hasReportedBuffer = false;
  private readonly limiter: RateLimiter;
  private readonly peer: GivenPeer;
  private readonly handlers: ConnectionHandlers;

  constructor(peer: RoomPeer, session: RoomSession, clock: Clock, handlers: ConnectionHandlers) {
    this.peer = peer;
    this.session = session;
    this.handlers = handlers;
    this.role = session.role;
    this.limiter = new RateLimiter(clock);
  }

  get mayWrite(): boolean {
    return mayWrite(this.role) && !this.isReadOnly;
  }

  receive(value: unknown): void {
    if (!this.isOpen) return;
    const measured = measureClientMessage(value);
    if (!measured) {
      this.noteRefusal('malformed');
      this.countMalformed(0);
      return;
    }
    const { type, size } = measured;
    if (size === null) {
      this.refuse('too_large');
      this.countMalformed(ROOM_LIMITS.maxMessageChars);
      return;
    }
    const { chars } = size;
    // Parsing costs more than measuring. A part is small, and may have been counted before.
    const waitMs = this.handlers.waitMs(this);
    if (waitMs > 0 && this.isLimited(limitedFor(type, waitMs))) return;
    if (type !== 'op-part' && this.isLimited(this.limiter.checkUnparsed(type, chars))) return;
    const message = readClientMessage(value);
    if (!message) {
      this.noteRefusal('malformed');
      this.countMalformed(chars);
      return;
    }
    const isCounted = this.handlers.isCounted(this, message);
    const blocks = this.handlers.blockCount();
    if (!isCounted && this.isLimited(this.limiter.check(message, chars, blocks))) return;
    if (message.type === 'hello') this.handlers.onHello(this, message);
    else if (this.clientId === null) this.refuse('hello_first');
    else this.handlers.onMessage(this, message, size);
  }

  /** Counts a message that is malformed or too large, and closes the connection after many. */
  private countMalformed(chars: number): void {
    this.limiter.chargeMalformed(chars);
    this.malformed += 1;
    if (this.malformed >= ROOM_LIMITS.maxMalformedMessages) this.close('malformed_messages');
  }

  /**
   * Whether a message is beyond the limits. Tells the client when to send it again, unless it is of
   * a type that is dropped.
   */
  private isLimited(limited: Limited): boolean {
    if (limited === 'drop') this.noteRefusal('dropped');
    else if (limited) this.refuse('rate_limited', limited);
    return limited !== null;
  }

  /** Counts the commands of an op that has arrived in parts. */
  chargeCommands(op: SentOp): void {
    this.limiter.chargeCommands(op, this.handlers.blockCount());
  }

  /**
   * Sends entries that the client has missed, which count as if it had sent them. If they are no
   * longer in memory (null), it has to join again.
   */
  catchUp(missed: readonly MeasuredEntry[] | null): void {
    if (!missed) {
      this.close('room_failed');
      return;
    }
    this.send({ type: 'stream', entries: missed.map(({ entry }) => entry) });
    this.charge(charsOf(missed));
  }

  /** Counts the characters of a response. */
  charge(chars: number): void {
    this.limiter.charge(chars);
  }

  disconnected(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.handlers.onDisconnect(this);
  }

  setRole(role: RoomRole): void {
    this.role = role;
    this.send({ type: 'role', role });
    this.handlers.onRole(this);
  }

  /**
   * Sends a message. A transport that throws or rejects loses its connection; the others are not
   * affected.
   */
  send(message: RoomMessage): void {
    if (!this.isOpen) return;
    try {
      const buffered: unknown = this.peer.bufferedBytes?.() ?? 0;
      if (typeof buffered !== 'number')
        throw inputError('peer.bufferedBytes', asyncProblem(buffered) ?? 'must return a number');
      if (Number.isNaN(buffered) && !this.hasReportedBuffer) {
        this.hasReportedBuffer = true;
        this.handlers.onFailure(inputError('peer.bufferedBytes', 'must not return NaN'));
      }
      // NaN counts as 0.
      if (!(buffered > ROOM_LIMITS.maxBufferedBytes)) {
        reportRejection(this.peer.send(message), this.failed);
        return;
      }
    } catch (error) {
      this.failed(error);
      return;
    }
    this.close('too_slow');
  }

  /**
   * Reports a failure and closes the connection. A closed connection rejects what was still being
   * sent, which is not reported.
   */
  private readonly failed = (error: unknown): void => {
    if (!this.isOpen) return;
    this.handlers.onFailure(error);
    this.close('room_failed');
  };

  refuse(code: RoomErrorCode, details: RefusalDetails = {}): void {
    this.noteRefusal(code);
    this.send({ type: 'error', code, ...details });
  }

  /** Asks for the ops after `lastMid`, some of which have not arrived. */
  requestOpsAfter(lastMid: number): void {
    this.noteRefusal('ops_missing');
    this.send({ type: 'resend', lastMid });
  }

  /** @param retryAfterMs when to request them again; null for never */
  refuseLocks(code: LockRefusal, thingUuids: readonly string[], retryAfterMs: number | null): void {
    const { accountId } = this.session;
    const count = thingUuids.length;
    this.handlers.emit?.({ type: 'locks-refused', accountId, code, count });
    this.send({ type: 'lock-refused', thingUuids: [...thingUuids], code, retryAfterMs });
  }

  /** Reports to the host that a message was refused. */
  noteRefusal(code: MessageRefusal): void {
    this.handlers.emit?.({ type: 'refused', accountId: this.session.accountId, code });
  }

  close(reason: CloseReason): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    try {
      reportRejection(this.peer.close(reason), this.handlers.onFailure);
    } catch (error) {
      this.handlers.onFailure(error);
    }
    this.handlers.onDisconnect(this);
  }
}
