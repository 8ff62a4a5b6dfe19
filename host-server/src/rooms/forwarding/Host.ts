import {
  type Published,
  ROOM_LIMITS,
  type RoomConnection,
  type RoomMessage,
  type RoomPeer,
  type WorkBudgets,
} from '@cobble/engine/collaboration';
import { ApiError, isErrorCode } from '../../shared/ApiError.ts';
import { RoomIsElsewhere } from '../repositories/rooms.ts';
import { type FromOwner, readFromOwner, type ToOwner } from './forwardedMessages.ts';
import type { ForwardingReports } from './ForwardingReports.ts';
import type { Link, LinkHandlers } from './Link.ts';
import { LinkShares } from './LinkShares.ts';

/**
 * The longest line with a message of a client, bytes. What a client sends has at most 2 MB (RO13), but
 * JSON writes a number such as 1e20 with 21 digits, and a room reads 130,000 values.
 */
const MAX_LINE_BYTES = 5_000_000;

/** A connection of a browser. */
export interface SocketPeer extends RoomPeer {
  readonly bufferedBytes: () => number;
  /** Sends a part of a large message. Resolves when the browser has received it. */
  readonly sendPart: (gzipped: Buffer, isLast: boolean) => Promise<unknown>;
}

/** Connects a browser to a room. */
export type ConnectSocket = (peer: SocketPeer) => RoomConnection;

/** What a {@link Host} uses of this server. */
export interface HostServices {
  readonly budgets: WorkBudgets;
  readonly reports: ForwardingReports;
}

/** A request without a response. */
interface Waiting {
  readonly resolve: (draft: string) => void;
  readonly reject: (error: unknown) => void;
  /** What has arrived of a draft. */
  text: string;
}

/** The link to the owner has ended. */
export class OwnerIsGone extends Error {
  constructor() {
    super('The server that owns the room does not respond');
    this.name = 'OwnerIsGone';
  }
}

/**
 * Another server, for the browsers that are connected to this one and whose rooms it owns. Their
 * connections, sessions and limits stay here; what they send travels on, in order.
 */
export class Host implements LinkHandlers {
  private readonly link: Link;
  private readonly budgets: WorkBudgets;
  private readonly reports: ForwardingReports;
  private readonly onEnded: () => void;
  private readonly waiting = new Map<number, Waiting>();
  private readonly peers = new Map<number, SocketPeer>();
  private readonly shares: LinkShares;
  private lastClient = 0;
  private isEnded = false;

  /** @param onEnded called when the link has ended. */
  constructor(link: Link, { budgets, reports }: HostServices, onEnded: () => void) {
    this.link = link;
    this.shares = new LinkShares(link);
    this.budgets = budgets;
    this.reports = reports;
    this.onEnded = onEnded;
  }

  /** How many browsers are connected to its rooms. */
  get count(): number {
    return this.peers.size;
  }

  /**
   * Asks for the room of a page.
   *
   * @param signal once aborted, nobody waits for the response; it rejects with the signal's reason.
   * @throws RoomIsElsewhere if it belongs to another server; OwnerIsGone if there is no response;
   *   ApiError if it is refused.
   */
  async prepare(pageId: number, accountId: number, signal?: AbortSignal): Promise<ConnectSocket> {
    const client = this.nextClient();
    await this.request(client, { type: 'prepare', client, page: pageId, accountId }, signal);
    return (peer) => this.connect(client, peer);
  }

  /** The JSON of the response to a draft request. Throws like {@link prepare}. */
  draft(
    pageId: number,
    accountId: number,
    request: unknown,
    signal?: AbortSignal,
  ): Promise<string> {
    const client = this.nextClient();
    return this.request(
      client,
      { type: 'draft', client, page: pageId, accountId, request },
      signal,
    );
  }

  announcePublished(page: number, published: Published): void {
    this.send({ type: 'published', page, published });
  }

  replaced(page: number): void {
    this.send({ type: 'replaced', page });
  }

  /** Closes the connections of all browsers: this server is being stopped. */
  close(): void {
    for (const peer of this.takePeers()) peer.close('room_closed');
  }

  onLine(text: string): void {
    const line = readFromOwner(text);
    if (!line) {
      this.reports.garbageReceived();
      return;
    }
    this.reports.messageReceived();
    if (line.type === 'message') for (const client of line.clients) this.deliver(client, line);
    else if (line.type === 'part') this.deliverPart(line);
    else if (line.type === 'close') {
      const peer = this.peers.get(line.client);
      this.peers.delete(line.client);
      peer?.close(line.reason);
    } else this.respond(line);
  }

  onEnd(): void {
    this.isEnded = true;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) reject(new OwnerIsGone());
    // They say hello again, to whoever owns the room then, and nothing is lost.
    for (const peer of this.takePeers()) peer.close('room_moved');
    this.onEnded();
  }

  private takePeers(): readonly SocketPeer[] {
    const peers = [...this.peers.values()];
    for (const client of this.peers.keys()) this.send({ type: 'left', client });
    this.peers.clear();
    return peers;
  }

  private connect(client: number, peer: SocketPeer): RoomConnection {
    if (this.isEnded) {
      // After its caller has the connection.
      queueMicrotask(() => {
        peer.close('room_moved');
      });
    } else this.peers.set(client, peer);
    const { accountId, name, role } = peer.session;
    const session = { accountId, role, ...(name === undefined ? {} : { name }) };
    this.send({ type: 'join', client, session });
    return {
      receive: (message) => {
        const startMs = performance.now();
        this.forward(client, peer, message);
        // Writing a large message takes time, here as well as at the owner.
        this.budgets.spend(accountId, performance.now() - startMs);
      },
      setRole: (changed) => {
        this.send({ type: 'role', client, role: changed });
      },
      disconnected: () => {
        if (this.peers.delete(client)) this.send({ type: 'left', client });
      },
    };
  }

  /** Sends a message of a browser to the owner, unless its account takes the link from all others. */
  private forward(client: number, peer: SocketPeer, message: unknown): void {
    const { accountId } = peer.session;
    let line = JSON.stringify({ type: 'message', client, message } satisfies ToOwner);
    // No room reads it. It counts as malformed there, and so does null.
    if (Buffer.byteLength(line) > MAX_LINE_BYTES)
      line = JSON.stringify({ type: 'message', client, message: null } satisfies ToOwner);
    // With the line break.
    if (this.shares.take(accountId, Buffer.byteLength(line) + 1)) this.sendLine(line);
    else if (this.peers.delete(client)) {
      this.send({ type: 'left', client });
      peer.close('too_slow');
    }
  }

  private deliver(client: number, { message }: { readonly message?: unknown }): void {
    const peer = this.peers.get(client);
    if (!peer) return;
    if (peer.bufferedBytes() > ROOM_LIMITS.maxBufferedBytes) {
      this.peers.delete(client);
      this.send({ type: 'left', client });
      peer.close('too_slow');
    } else peer.send(message as RoomMessage);
  }

  private deliverPart({ client, gzip, isLast }: Extract<FromOwner, { type: 'part' }>): void {
    const peer = this.peers.get(client);
    if (!peer) return;
    peer.sendPart(Buffer.from(gzip, 'base64'), isLast).then(
      () => {
        this.send({ type: 'received', client });
      },
      () => {
        if (!this.peers.delete(client)) return;
        this.send({ type: 'left', client });
        peer.close('too_slow');
      },
    );
  }

  private respond(line: Exclude<FromOwner, { type: 'message' | 'part' | 'close' }>): void {
    const waiting = this.waiting.get(line.client);
    if (!waiting) return;
    if (line.type === 'draft') waiting.text += line.text;
    if (line.type === 'draft' && !line.isLast) return;
    this.waiting.delete(line.client);
    if (line.type === 'elsewhere') waiting.reject(new RoomIsElsewhere());
    else if (line.type === 'refused') waiting.reject(refusalOf(line));
    else waiting.resolve(waiting.text);
  }

  private request(client: number, line: ToOwner, signal?: AbortSignal): Promise<string> {
    signal?.addEventListener('abort', () => {
      this.forget(client, signal.reason);
    });
    return new Promise((resolve, reject) => {
      if (this.isEnded) {
        reject(new OwnerIsGone());
        return;
      }
      this.waiting.set(client, { resolve, reject, text: '' });
      this.send(line);
    });
  }

  /** Nobody waits for a response any more. Does nothing once there is one. */
  private forget(client: number, reason: unknown): void {
    const waiting = this.waiting.get(client);
    if (!this.waiting.delete(client)) return;
    this.send({ type: 'left', client });
    waiting?.reject(reason);
  }

  private nextClient(): number {
    this.lastClient += 1;
    return this.lastClient;
  }

  private send(line: ToOwner): void {
    this.sendLine(JSON.stringify(line));
  }

  private sendLine(line: string): void {
    if (this.isEnded) return;
    this.reports.messageSent();
    this.link.sendLine(line);
  }
}

function refusalOf({ code, retryAfterSeconds }: Extract<FromOwner, { type: 'refused' }>): ApiError {
  return new ApiError(
    isErrorCode(code) ? code : 'err_unavailable',
    retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
  );
}
