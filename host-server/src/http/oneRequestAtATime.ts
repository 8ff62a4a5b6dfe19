import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long a client has to receive a last response before its connection is closed, ms. */
const LAST_RESPONSE_MS = 1000;
const LENGTH_REQUIRED = [
  'HTTP/1.1 411 Length Required',
  'Cache-Control: no-store',
  'Content-Length: 0',
  'Connection: close',
  'X-Error-Code: err_bad_request',
  '\r\n',
].join('\r\n');

/**
 * Makes a connection handle one request at a time (docs/decisions/0155). Node would handle all that
 * have arrived, and of those whose connection closes, it closes one response only: the others, and
 * whatever waits for their end, would stay in memory.
 *
 * A request that arrives before the response to the one before it is complete waits, without a
 * response of its own. Another one after it closes the connection when that response is complete.
 * A client that waits for responses never sends it.
 *
 * Requests whose body has no `Content-Length` are refused (docs/decisions/0153).
 *
 * @param options.onWaiting called when a request waits for the end of a response.
 * @param options.inTurn begins a request now or later, and returns a function that must be called when
 *   the connection closes: Node spends more time on a request than on receiving it.
 * @returns a function that refuses a request whose headers are not complete, after which nothing else
 *   that arrives is handled. It returns one that sends the refusal and closes the connection. If there
 *   is a request before it, the connection closes after the response to that one instead.
 */
export function handleOneRequestAtATime(
  socket: Socket,
  {
    onWaiting = () => undefined,
    inTurn = (begin) => {
      begin();
      return () => undefined;
    },
  }: {
    readonly onWaiting?: (response: ServerResponse) => void;
    readonly inTurn?: (begin: () => void) => () => void;
  } = {},
): (refusal: string) => () => void {
  const { parser } = socket as HttpSocket;
  if (!parser) return () => () => undefined;
  const { onIncoming } = parser;
  let waiting: IncomingMessage | null = null;
  /** Whether a request waits for its turn. */
  let isQueued = false;
  let leave = (): void => undefined;
  let onceBegun: ((response: ServerResponse) => void) | null = null;
  const responseInProgress = (): ServerResponse | null =>
    (socket as HttpSocket)._httpMessage ?? null;
  const isBusy = (): boolean => isQueued || responseInProgress() !== null;
  /** Calls back with the response in progress, or to the request that waits for its turn. */
  const withResponse = (callback: (response: ServerResponse) => void): void => {
    const response = responseInProgress();
    if (response) callback(response);
    else onceBegun = callback;
  };
  const closeAfterResponse = (): void => {
    waiting = null;
    stopReading(socket);
    withResponse((response) => {
      closeAfter(socket, response);
    });
  };
  socket.once('close', () => {
    leave();
  });
  parser.onIncoming = (request, keepsAlive) => {
    // Clients also offer protocols that nobody here speaks, such as HTTP/2: a request like any other.
    if (request.upgrade && !isWebSocket(request)) request.upgrade = false;
    const isChunked = hasTransferEncoding(request);
    if (!isBusy()) {
      if (isChunked) {
        stopReading(socket);
        close(socket, LENGTH_REQUIRED);
        return notHttp(request);
      }
      if (request.upgrade) return onIncoming(request, keepsAlive);
      isQueued = true;
      leave = inTurn(() => {
        isQueued = false;
        if (!socket.writable) return;
        onIncoming(request, keepsAlive);
        const response = responseInProgress();
        if (response) onceBegun?.(response);
        onceBegun = null;
      });
      return HTTP;
    }
    if (waiting !== null || isChunked || request.upgrade) {
      closeAfterResponse();
      return notHttp(request);
    }
    waiting = request;
    withResponse((response) => {
      response.once('finish', () => {
        if (waiting !== request) return;
        waiting = null;
        if (socket.writable) onIncoming(request, keepsAlive);
      });
      onWaiting(response);
    });
    return HTTP;
  };
  return (refusal) => {
    if (isBusy()) {
      closeAfterResponse();
      return () => undefined;
    }
    stopReading(socket);
    return () => {
      close(socket, refusal);
    };
  };
}

/** Like `headers['transfer-encoding']`, without the time that it takes to make `headers`. */
function hasTransferEncoding({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.some(
    (name, index) =>
      index % 2 === 0 && name.length === 17 && name.toLowerCase() === 'transfer-encoding',
  );
}

function isWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/** Makes a connection handle no further requests. */
export function ignoreRequests(socket: Socket): void {
  const { parser } = socket as HttpSocket;
  if (parser) parser.onIncoming = notHttp;
}

/** Stops reading from a connection for good, although Node resumes it after each message. */
function stopReading(socket: Socket): void {
  ignoreRequests(socket);
  socket.on('resume', () => socket.pause());
  socket.pause();
}

function closeAfter(socket: Socket, response: ServerResponse): void {
  const end = (): void => {
    close(socket);
  };
  response.shouldKeepAlive = false;
  // Node calls this after a response whose head says that it is the last one.
  socket.destroySoon = end;
  response.once('finish', end);
}

/**
 * Closes a connection a little later than its last response. What has not been read would otherwise
 * reset it, and the client could lose the response.
 */
function close(socket: Socket, lastResponse = ''): void {
  socket.end(lastResponse);
  setTimeout(() => socket.destroy(), LAST_RESPONSE_MS).unref();
}

/** Tells the parser that the rest of what has arrived is not HTTP. */
function notHttp(request: ParsedRequest): number {
  // Otherwise, Node removes its listeners from the socket, whose next error then ends the process.
  request.upgrade = false;
  return NOT_HTTP;
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
