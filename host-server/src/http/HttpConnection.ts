import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { limitHeaders } from './limitHeaders.ts';
import { rawHeader } from './rawHeader.ts';
import { closeAfterLastResponse, REFUSALS } from './refusals.ts';

/** What a connection needs to know about others. */
export interface HttpConnectionOptions {
  /**
   * Begins a request now or later, since Node spends more time on it than on receiving it; also used
   * for refusals. Returns a function that must be called when the connection closes.
   *
   * @param request whose turn it is; null for refusals of what is not a complete one.
   */
  readonly inTurn: (begin: () => void, request: IncomingMessage | null) => () => void;
  /** Called when a request waits for the end of a response. */
  readonly onWaiting?: (response: ServerResponse) => void;
}

/**
 * A connection that handles one request at a time (docs/decisions/0155). Node would handle all that
 * have arrived, and of those whose connection closes, it closes one response only: the others, and
 * whatever waits for their end, would stay in memory.
 *
 * A request that arrives before the response to the one before it is complete waits, without a
 * response of its own. Another one after it closes the connection when that response is complete.
 * A client that waits for responses never sends it.
 *
 * Requests are refused if they have too many headers, or a body without a `Content-Length`
 * (docs/decisions/0153).
 */
export class HttpConnection {
  private static readonly all = new WeakMap<Duplex, HttpConnection>();
  private readonly socket: HttpSocket;
  private readonly options: HttpConnectionOptions;
  /** The request that waits until the response in progress is complete. */
  private waiting: IncomingMessage | null = null;
  /** Whether a request waits for its turn. It counts as the one in progress. */
  private isQueued = false;
  private onceBegun: ((response: ServerResponse) => void) | null = null;
  /** Whether nothing else that arrives is handled. */
  private isClosing = false;
  /** Gives up the turn of a request or a refusal that waits for it. */
  private leave: () => void = nothing;

  /** @param socket a connection that an HTTP server has just accepted. */
  constructor(socket: Socket, options: HttpConnectionOptions) {
    this.socket = socket;
    this.options = options;
    HttpConnection.all.set(socket, this);
    socket.once('close', () => {
      this.leave();
    });
    const { parser } = this.socket;
    if (!parser) return;
    const { onIncoming } = parser;
    parser.onIncoming = (request, keepsAlive) =>
      this.receive(request, () => onIncoming(request, keepsAlive));
    limitHeaders(socket, refuseHeaders);
  }

  /** The connection of a socket, unless it is one of another kind. */
  static of(socket: Duplex): HttpConnection | undefined {
    return HttpConnection.all.get(socket);
  }

  /** Whether there is neither a request whose response is not complete nor a refusal. */
  get isFree(): boolean {
    return !this.isBusy && !this.isClosing;
  }

  /**
   * Refuses what arrives, and closes the connection, if that has not happened before. Nothing else
   * that arrives is handled.
   *
   * @param refusal a response. It is sent when it is its turn, unless there is a request before:
   *   then the connection closes after the response to that one instead.
   * @param request that is refused; null if it is not complete.
   */
  refuse(refusal: string, request: IncomingMessage | null = null): void {
    if (this.isClosing) return;
    this.isClosing = true;
    this.waiting = null;
    stopReading(this.socket);
    if (this.isBusy)
      this.withResponse((response) => {
        closeAfter(this.socket, response);
      });
    else
      this.takeTurn(() => {
        closeAfterLastResponse(this.socket, refusal);
      }, request);
  }

  private get isBusy(): boolean {
    return this.isQueued || this.responseInProgress !== null;
  }

  private get responseInProgress(): ServerResponse | null {
    return this.socket._httpMessage ?? null;
  }

  /**
   * Receives a request whose headers are complete.
   *
   * @param begin lets Node begin it. Returns what the parser expects.
   */
  private receive(request: ParsedRequest, begin: () => number): number {
    // Clients also offer protocols that nobody here speaks, such as HTTP/2: a request like any other.
    if (request.upgrade && rawHeader(request, 'upgrade')[0]?.toLowerCase() !== 'websocket')
      request.upgrade = false;
    if (rawHeader(request, 'transfer-encoding').length > 0) {
      this.refuse(REFUSALS.lengthRequired, request);
      return notHttp(request);
    }
    if (!this.isBusy) {
      // Node's parser needs to know now that this is one; it takes a turn then.
      if (request.upgrade) return begin();
      this.queue(begin, request);
      return HTTP;
    }
    if (this.waiting !== null || request.upgrade) {
      this.refuse(REFUSALS.malformed);
      return notHttp(request);
    }
    this.waiting = request;
    this.withResponse((response) => {
      response.once('finish', () => {
        if (this.waiting !== request) return;
        this.waiting = null;
        this.queue(begin, request);
      });
      this.options.onWaiting?.(response);
    });
    return HTTP;
  }

  /** Begins a request when it is its turn. */
  private queue(begin: () => void, request: IncomingMessage): void {
    this.isQueued = true;
    this.takeTurn(() => {
      this.isQueued = false;
      if (!this.socket.writable) return;
      begin();
      const { onceBegun, responseInProgress } = this;
      this.onceBegun = null;
      if (responseInProgress) onceBegun?.(responseInProgress);
    }, request);
  }

  private takeTurn(act: () => void, request: IncomingMessage | null): void {
    const turn = { isOver: false };
    const leave = this.options.inTurn(() => {
      turn.isOver = true;
      // It would keep the request in memory while the connection is idle.
      this.leave = nothing;
      act();
    }, request);
    if (!turn.isOver) this.leave = leave;
  }

  /** Calls back with the response in progress, or to the request that waits for its turn. */
  private withResponse(callback: (response: ServerResponse) => void): void {
    if (this.responseInProgress) callback(this.responseInProgress);
    else this.onceBegun = callback;
  }
}

/** Makes a connection handle no further requests. */
export function ignoreRequests(socket: Socket): void {
  const { parser } = socket as HttpSocket;
  if (parser) parser.onIncoming = notHttp;
}

/** The same for all connections, because Node uses their parsers again. */
function refuseHeaders(socket: Socket): boolean {
  const connection = HttpConnection.of(socket);
  connection?.refuse(REFUSALS.tooManyHeaders);
  return connection !== undefined;
}

/** Stops reading from a connection for good, although Node resumes it after each message. */
function stopReading(socket: Socket): void {
  ignoreRequests(socket);
  socket.on('resume', () => socket.pause());
  socket.pause();
}

function closeAfter(socket: Socket, response: ServerResponse): void {
  const end = (): void => {
    closeAfterLastResponse(socket);
  };
  response.shouldKeepAlive = false;
  // Node calls this after a response whose head says that it is the last one.
  socket.destroySoon = end;
  response.once('finish', end);
}

/** Tells the parser that the rest of what has arrived is not HTTP. */
function notHttp(request: ParsedRequest): number {
  // Otherwise, Node removes its listeners from the socket, whose next error then ends the process.
  request.upgrade = false;
  return NOT_HTTP;
}

function nothing(): void {
  // There is nothing to give up.
}

const HTTP = 0;
/** Means an upgrade. */
const NOT_HTTP = 2;

type ParsedRequest = IncomingMessage & { upgrade: boolean };

/** What Node's types leave out. */
type HttpSocket = Socket & {
  readonly parser?: { onIncoming: (request: ParsedRequest, keepsAlive: boolean) => number } | null;
  /** The response that is in progress. */
  readonly _httpMessage?: ServerResponse | null;
};
