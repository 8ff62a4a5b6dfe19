import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { BodyBudgetLimits } from './BodyBudget.ts';
import { type BodyPace, BodyWatch, MEMORY_PACE } from './BodyWatch.ts';
import { clientAddress } from './clientAddress.ts';
import { addressKey } from './limits.ts';
import { RequestTurns } from './RequestTurns.ts';
import { RESPONSE_BUDGET, ResponseBudget } from './ResponseBudget.ts';

/** Handles a request. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** How many connections a server accepts, and how slow their requests may be. */
export interface ServerLimits {
  readonly connections: number;
  /** Connections of one network address; behind proxies, its requests in progress. */
  readonly connectionsPerAddress: number;
  /** How long a connection may take to send the headers of a request, ms. */
  readonly headersMs: number;
  /** How long a connection may be idle in both directions, ms. */
  readonly idleMs: number;
  /** The pace of bodies that nobody reads. */
  readonly bodyPace: BodyPace;
  /** How many bytes may wait for clients. */
  readonly responses: BodyBudgetLimits;
}

/** The limits of a server (docs/decisions/0136). */
export const SERVER_LIMITS: ServerLimits = {
  connections: 8192,
  connectionsPerAddress: 256,
  headersMs: 10_000,
  idleMs: 300_000,
  bodyPace: MEMORY_PACE,
  responses: RESPONSE_BUDGET,
};

/**
 * How many requests of a connection may wait for a response. Browsers and proxies send the next one
 * after the response.
 */
const MAX_OPEN_REQUESTS = 4;
const RETRY_AFTER = 10;
const REFUSAL_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Length': '0',
  Connection: 'close',
  'Retry-After': String(RETRY_AFTER),
  'X-Error-Code': 'err_rate_limited',
};
const REFUSAL = headOf('429 Too Many Requests', REFUSAL_HEADERS);
const LENGTH_REQUIRED = headOf('411 Length Required', {
  'Cache-Control': 'no-store',
  'Content-Length': '0',
  Connection: 'close',
  'X-Error-Code': 'err_bad_request',
});
/** How long a client has to receive a refusal before its connection is closed, ms. */
const REFUSAL_MS = 1000;

/**
 * Returns a function that creates HTTP servers. Together they accept a limited number of
 * connections per network address, each of them a limited number in total, and none waits for long
 * for a request that does not arrive.
 *
 * @param options.trustedProxies see `Configuration`. Behind proxies all connections are theirs, so
 *   that the requests in progress are counted instead.
 */
export function limitedServers({
  trustedProxies,
  limits = SERVER_LIMITS,
}: {
  readonly trustedProxies: number;
  readonly limits?: ServerLimits;
}): (handler: RequestHandler) => Server {
  const open = new Map<string, number>();
  /** Counts one more for an address until `emitter` closes; false if it has too many. */
  const admit = (address: string, emitter: Socket | ServerResponse): boolean => {
    const before = open.get(address) ?? 0;
    if (before >= limits.connectionsPerAddress) return false;
    open.set(address, before + 1);
    emitter.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
    return true;
  };
  const refused = new WeakSet<Socket>();
  const openRequests = new WeakMap<Socket, number>();
  const turns = new RequestTurns();
  const responses = new ResponseBudget(limits.responses);

  return (handler) => {
    const serve: RequestHandler = (request, response) => {
      const { socket } = request;
      if (refused.has(socket)) return;
      const before = openRequests.get(socket) ?? 0;
      if (before >= MAX_OPEN_REQUESTS) {
        refused.add(socket);
        stopReading(socket);
        return;
      }
      openRequests.set(socket, before + 1);
      response.once('close', () => {
        openRequests.set(socket, (openRequests.get(socket) ?? 1) - 1);
      });
      const address = clientAddress(request, trustedProxies);
      if (trustedProxies > 0 && !admit(address, response)) {
        response.writeHead(429, REFUSAL_HEADERS).end();
        return;
      }
      BodyWatch.start(request, limits.bodyPace);
      responses.watch(address, response);
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        turns.run(address, () => {
          if (!response.destroyed) handler(request, response);
        });
        return;
      }
      turns.runLookup(address, (done) => {
        if (response.destroyed) {
          done();
          return;
        }
        whenHeadIsSent(response, done);
        handler(request, response);
      });
    };
    const server = createServer(
      {
        headersTimeout: limits.headersMs,
        // Bodies have limits of their own: uploads may take longer than others.
        requestTimeout: 0,
        connectionsCheckingInterval: Math.min(2000, limits.headersMs),
      },
      serve,
    );
    server.timeout = limits.idleMs;
    let connections = 0;
    server.on('connection', (socket: Socket) => {
      // Unlike `maxConnections`, this counts those that copies of the listening socket accept.
      if (connections >= limits.connections) {
        socket.destroy();
        return;
      }
      connections += 1;
      socket.once('close', () => {
        connections -= 1;
      });
      // Connections that are idle after a request make room first.
      if (connections > 0.9 * limits.connections) server.closeIdleConnections();
      if (trustedProxies > 0 || admit(addressKey(socket.remoteAddress), socket)) {
        refuseChunks(socket, refused);
        return;
      }
      refused.add(socket);
      socket.write(REFUSAL);
      socket.destroySoon();
    });
    return server;
  };
}

/**
 * Calls back when the response begins to be sent, or never will be. It does not wait until the
 * client has received the response: a slow client may be one of many behind its address.
 */
function whenHeadIsSent(response: ServerResponse, callback: () => void): void {
  const writeHead = response.writeHead.bind(response) as (
    ...parameters: readonly unknown[]
  ) => ServerResponse;
  const watched = (...parameters: readonly unknown[]): ServerResponse => {
    callback();
    return writeHead(...parameters);
  };
  response.writeHead = watched;
  response.once('close', callback);
}

/**
 * Refuses requests whose body has no `Content-Length` (docs/decisions/0153). Node reads all chunks of
 * a body that have arrived at once, and 64 KB can contain ten thousand.
 */
function refuseChunks(socket: Socket, refused: WeakSet<Socket>): void {
  const { parser } = socket as unknown as ParserOwner;
  if (!parser) return;
  const { onIncoming } = parser;
  parser.onIncoming = (request, keepsAlive) => {
    if (request.headers['transfer-encoding'] === undefined) return onIncoming(request, keepsAlive);
    refused.add(socket);
    // Otherwise, Node would remove its listeners from the socket, and its next error end the process.
    request.upgrade = false;
    socket.end(LENGTH_REQUIRED);
    socket.pause();
    setTimeout(() => socket.destroy(), REFUSAL_MS).unref();
    return NOT_HTTP;
  };
}

/**
 * Stops reading requests from a connection and closes it. A chunk can contain a thousand, which Node
 * would otherwise read at once.
 */
function stopReading(socket: Socket): void {
  const { parser } = socket as unknown as ParserOwner;
  if (parser)
    parser.onIncoming = (request) => {
      request.upgrade = false;
      return NOT_HTTP;
    };
  setImmediate(() => socket.destroy());
}

/** Means an upgrade: Node does not parse the rest as HTTP. */
const NOT_HTTP = 2;

/** The parser of a connection, which Node's types leave out. */
interface ParserOwner {
  readonly parser?: {
    onIncoming: (request: IncomingMessage & { upgrade: boolean }, keepsAlive: boolean) => number;
  } | null;
}

function headOf(status: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map((header) => header.join(': '));
  return [`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n');
}
