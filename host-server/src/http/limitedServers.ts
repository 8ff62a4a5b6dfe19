import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type BodyPace, BodyWatch, MEMORY_PACE } from './BodyWatch.ts';
import { clientAddress } from './clientAddress.ts';
import { addressKey } from './limits.ts';
import { RequestTurns } from './RequestTurns.ts';

/** Handles a request. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** How many connections and how slow requests a server accepts. */
export interface ServerLimits {
  readonly connections: number;
  /** Connections of one network address; behind proxies, its requests in progress. */
  readonly connectionsPerAddress: number;
  /** How long a connection may take to send the headers of a request, ms. */
  readonly headersMs: number;
  /** How long nothing may be sent in either direction, ms. */
  readonly idleMs: number;
  /** The pace of bodies that nobody reads. */
  readonly bodyPace: BodyPace;
}

/** The limits of a server (docs/decisions/0136). */
export const SERVER_LIMITS: ServerLimits = {
  connections: 8192,
  connectionsPerAddress: 256,
  headersMs: 10_000,
  idleMs: 300_000,
  bodyPace: MEMORY_PACE,
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
const REFUSAL = `HTTP/1.1 429 Too Many Requests\r\n${Object.entries(REFUSAL_HEADERS)
  .map((header) => header.join(': '))
  .join('\r\n')}\r\n\r\n`;

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
  /** Counts one more of an address until `emitter` closes; false if it has too many. */
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
      turns.run(address, () => {
        if (!response.destroyed) handler(request, response);
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
      if (trustedProxies > 0 || admit(addressKey(socket.remoteAddress), socket)) return;
      refused.add(socket);
      socket.write(REFUSAL);
      socket.destroySoon();
    });
    return server;
  };
}

/**
 * Stops reading requests from a connection and closes it. A chunk can contain a thousand, which Node
 * would otherwise read at once.
 */
function stopReading(socket: Socket): void {
  const { parser } = socket as unknown as ParserOwner;
  // Means an upgrade: Node does not parse the rest as HTTP.
  if (parser) parser.onIncoming = () => 2;
  setImmediate(() => socket.destroy());
}

/** The parser of a connection, which Node's types leave out. */
interface ParserOwner {
  readonly parser?: { onIncoming: (request: IncomingMessage) => number } | null;
}
