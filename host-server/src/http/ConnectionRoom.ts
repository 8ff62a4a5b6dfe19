import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { BodyWatch, hasBody } from './BodyWatch.ts';

/** How many connections an address may have, however many there are in total. */
const FEWEST_CONNECTIONS = 8;
/** Connections that do nothing are closed once more than this share of all connections is open. */
const CROWDED = 0.75;
/**
 * How long a connection may take then to send the headers of a request, or the rest of its body after
 * the response, ms.
 */
const CROWDED_MS = 2000;
/** How long the body of a request may pause then before its connection makes room, ms. */
const CROWDED_PAUSE_MS = 5000;
/** Closing a connection takes 0.03 ms. */
const CLOSED_AT_ONCE = 100;
const MAKE_ROOM_EVERY_MS = 100;
/** How long a connection may send nothing while the server stops, ms. Browsers open some early. */
const UNUSED_MS = 1000;

/** A connection without a request. */
interface Idle {
  /** What it has received up to the end of the last request; the next one may have begun since. */
  readonly bytes: number;
  /** Since when more is known to have arrived, ms; null if none has. */
  arrivingSinceMs: number | null;
}

/**
 * Limits how many connections a server has, and makes those that do nothing give up their place when
 * there are many (docs/decisions/0136).
 */
export class ConnectionRoom {
  private readonly server: Server;
  private readonly limits: {
    readonly connections: number;
    readonly connectionsPerAddress: number;
    readonly headersMs: number;
  };
  /** All connections that are not closed, and since when they are open, ms. */
  private readonly open = new Map<Socket, number>();
  /** Connections that are idle after a request; those that have been for longest first. */
  private readonly idle = new Map<Socket, Idle>();
  /** Connections on which the body of a request arrives before the response, oldest request first. */
  private readonly receiving = new Map<Socket, IncomingMessage>();
  /** Connections on which the body of a request still arrives after the response, and since when. */
  private readonly answered = new Map<
    Socket,
    { readonly request: IncomingMessage; readonly sinceMs: number }
  >();
  private timer: NodeJS.Timeout | undefined;

  /** @param limits see `ServerLimits`. */
  constructor(server: Server, limits: ConnectionRoom['limits']) {
    this.server = server;
    this.limits = limits;
  }

  /** Counts a new connection until it closes. Returns false if there are too many. */
  admit(socket: Socket): boolean {
    // Unlike `maxConnections`, this counts those that copies of the listening socket accept.
    if (this.open.size >= this.limits.connections) return false;
    this.open.set(socket, performance.now());
    socket.once('close', () => {
      this.forget(socket);
    });
    this.adjust();
    return true;
  }

  /** Notes that a request begins, and what its connection does after the response. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    this.noteRequest(socket);
    const bytesOfHead = socket.bytesRead;
    const noteIdle = (): void => {
      const bytes = hasBody(request) ? socket.bytesRead : bytesOfHead;
      this.idle.set(socket, { bytes, arrivingSinceMs: null });
    };
    if (hasBody(request)) {
      this.receiving.set(socket, request);
      request.once('end', () => {
        // The next request may have begun before.
        if (this.receiving.get(socket) === request) this.receiving.delete(socket);
        if (this.answered.get(socket)?.request !== request) return;
        this.answered.delete(socket);
        if (response.writableFinished) noteIdle();
      });
    }
    response.once('prefinish', () => {
      this.receiving.delete(socket);
      if (!hasBody(request) || request.complete || socket.destroyed) return;
      this.answered.set(socket, { request, sinceMs: performance.now() });
    });
    // Not when it ends: a slow client still receives it then.
    response.once('finish', () => {
      if (!socket.destroyed && request.complete) noteIdle();
    });
  }

  /**
   * Notes that a request has arrived on a connection, which may still wait for its turn. Unless it
   * begins, the connection never makes room, as when it is upgraded.
   */
  noteRequest(socket: Socket): void {
    this.idle.delete(socket);
    this.receiving.delete(socket);
    this.answered.delete(socket);
  }

  /**
   * Closes all connections that are idle after a request, unless the next one is arriving, and those
   * over which nothing has been sent for a second.
   */
  closeIdle(): void {
    for (const [socket, { bytes }] of this.idle) if (socket.bytesRead === bytes) this.close(socket);
    const openedBeforeMs = performance.now() - UNUSED_MS;
    for (const [socket, sinceMs] of this.open)
      if (socket.bytesRead === 0 && sinceMs < openedBeforeMs) this.close(socket);
  }

  /**
   * How many connections an address may have. When half of all are open, this falls with the number
   * that is left, so that a few addresses cannot have all.
   */
  get mostPerAddress(): number {
    const { connections, connectionsPerAddress } = this.limits;
    const left = Math.min(1, 2 * (1 - this.open.size / connections));
    const fewest = Math.min(FEWEST_CONNECTIONS, connectionsPerAddress);
    return Math.max(fewest, Math.ceil(connectionsPerAddress * left * left));
  }

  /** How many connections are open beyond that share. */
  private get tooMany(): number {
    return this.open.size - CROWDED * this.limits.connections;
  }

  /** Closes connections from time to time while there are too many. */
  private adjust(): void {
    const { headersMs } = this.limits;
    const isCrowded = this.tooMany > 0;
    this.server.headersTimeout = isCrowded ? Math.min(CROWDED_MS, headersMs) : headersMs;
    if (isCrowded) {
      this.timer ??= setInterval(() => {
        this.closeOldest();
        this.adjust();
      }, MAKE_ROOM_EVERY_MS).unref();
    } else {
      clearInterval(this.timer);
      this.timer = undefined;
    }
  }

  private forget(socket: Socket): void {
    this.open.delete(socket);
    this.noteRequest(socket);
  }

  private close(socket: Socket): void {
    // Its place is free at once, not only when the socket reports that it is closed.
    this.forget(socket);
    socket.destroy();
  }

  private closeOldest(): void {
    let left = Math.min(CLOSED_AT_ONCE, this.tooMany);
    const close = (socket: Socket): void => {
      left -= 1;
      this.close(socket);
    };
    for (const [socket, idle] of this.idle) {
      if (left <= 0) return;
      if (isIdle(socket, idle)) close(socket);
    }
    for (const [socket, { sinceMs }] of this.answered) {
      if (left <= 0 || performance.now() - sinceMs < CROWDED_MS) break;
      close(socket);
    }
    for (const [socket, request] of this.receiving) {
      if (left <= 0) return;
      if (BodyWatch.stalledMs(request) >= CROWDED_PAUSE_MS) close(socket);
    }
  }
}

/**
 * Whether no request is arriving, or has been for too long: Node limits the time for its headers, but
 * not for line breaks before them.
 */
function isIdle({ bytesRead }: Socket, idle: Idle): boolean {
  if (bytesRead === idle.bytes) return true;
  idle.arrivingSinceMs ??= performance.now();
  return performance.now() - idle.arrivingSinceMs >= CROWDED_MS;
}
