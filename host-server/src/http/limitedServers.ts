import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { BodyBudgetLimits } from './BodyBudget.ts';
import { BodyTurns } from './BodyTurns.ts';
import { type BodyPace, BodyWatch, hasBody, MEMORY_PACE } from './BodyWatch.ts';
import { clientAddress } from './clientAddress.ts';
import { AddressCounts } from './ConnectionCounts.ts';
import { ConnectionRoom } from './ConnectionRoom.ts';
import { HttpConnection, ignoreRequests } from './HttpConnection.ts';
import { MAX_HEADER_BYTES } from './limitHeaders.ts';
import { onLongWait } from './longWait.ts';
import { RATE_LIMITED_HEADERS, REFUSALS } from './refusals.ts';
import { RequestTurns } from './RequestTurns.ts';
import { RESPONSE_BUDGET, ResponseBudget } from './ResponseBudget.ts';
import { addressKey } from '../shared/addressKeys.ts';

/** Handles a request. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Handles a request that upgrades its connection, such as to a WebSocket. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** How many connections a server accepts, and how slow their requests may be. */
export interface ServerLimits {
  readonly connections: number;
  /**
   * Connections of one network address; behind proxies, its requests in progress. The
   * addresses of an IPv6 /48 network may have eight times as many together.
   */
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

/** Node warns of a leak if more wait for a response. */
const MAX_LISTENERS = 20;

/**
 * Returns a function that creates HTTP servers. Together they accept a limited number of
 * connections per network address, each of them a limited number in total, and none waits for long
 * for a request that does not arrive.
 *
 * @param options.trustedProxies see `Configuration`. Behind proxies all connections are theirs, so
 *   that the requests in progress are counted instead, and WebSockets.
 */
export function limitedServers({
  trustedProxies,
  limits = SERVER_LIMITS,
}: {
  readonly trustedProxies: number;
  readonly limits?: ServerLimits;
}): (handler: RequestHandler, upgrade?: UpgradeHandler) => Server {
  const open = new AddressCounts(limits.connectionsPerAddress);
  const heads = new RequestTurns();
  const turns = new RequestTurns();
  const unread = new BodyTurns();
  const responses = new ResponseBudget(limits.responses);

  /** Takes turns for a lookup: for its beginning, and after each long wait. */
  const lookUp = (address: string, response: ServerResponse, handle: () => void): void => {
    let end = (): void => undefined;
    const leave = (): void => {
      end();
    };
    const proceed = (begin: () => void): void => {
      end = turns.runLookup(address, (done) => {
        // It may be over before `runLookup` returns.
        end = done;
        begin();
      });
    };
    beforeHead(response, leave);
    onLongWait(response, { leave, proceed });
    response.once('close', leave);
    proceed(handle);
  };

  return (handler, upgrade) => {
    const serve: RequestHandler = (request, response) => {
      // A stream that is sent adds 7 that wait for it to close, and the limits up to 8.
      response.setMaxListeners(MAX_LISTENERS);
      const address = clientAddress(request, trustedProxies);
      if (trustedProxies > 0 && !open.admit(address, response)) {
        response.writeHead(429, RATE_LIMITED_HEADERS).end();
        return;
      }
      BodyWatch.start(request, limits.bodyPace);
      responses.watch(address, response);
      room.begin(request, response);
      if (hasBody(request))
        response.once('prefinish', () => {
          if (request.complete || request.socket.destroyed) return;
          // Otherwise, Node would receive the rest as fast as it arrives.
          if (request.listenerCount('data') === 0) unread.drop(address, request);
        });
      const handle = (): void => {
        handler(request, response);
      };
      if (request.method === 'GET' || request.method === 'HEAD') lookUp(address, response, handle);
      else response.once('close', turns.run(address, handle));
    };
    const server = createServer(
      {
        headersTimeout: limits.headersMs,
        maxHeaderSize: MAX_HEADER_BYTES,
        // Bodies have limits of their own: uploads may take longer than others.
        requestTimeout: 0,
        connectionsCheckingInterval: Math.min(1000, limits.headersMs),
      },
      serve,
    );
    server.timeout = limits.idleMs;
    // Node itself would refuse these, and receive their bodies without limits.
    server.on('checkExpectation', serve);
    // Without this, Node refuses them at once.
    server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
      const connection = HttpConnection.of(socket);
      const refusal = refusalOf(code);
      if (!connection || refusal === null) socket.destroy();
      // A connection that sends nothing gives up its place at once.
      else if (refusal === REFUSALS.tooSlow && connection.isFree) {
        if (socket.writable) socket.write(refusal);
        socket.destroy();
      } else connection.refuse(refusal);
    });
    const room = new ConnectionRoom(server, limits);
    // `close` calls it too. Node's own would close connections whose requests wait for their turn, and
    // those whose clients still receive a response.
    server.closeIdleConnections = () => {
      room.closeIdle();
    };
    // Without a listener, these are requests like any other.
    if (upgrade)
      server.on('upgrade', (request, socket, head) => {
        room.noteRequest(request.socket);
        // Node has removed its own listener: clients may reset the connection while they wait.
        socket.on('error', () => undefined);
        const address = clientAddress(request, trustedProxies);
        const begin = (): void => {
          if (trustedProxies === 0 || open.admit(address, socket)) upgrade(request, socket, head);
          else refuseConnection(request.socket);
        };
        socket.once('close', heads.run(address, begin));
      });
    server.on('connection', (socket: Socket) => {
      if (!room.admit(socket)) {
        socket.destroy();
        return;
      }
      const address = addressKey(socket.remoteAddress);
      if (trustedProxies > 0 || open.admit(address, socket, room.mostPerAddress)) {
        new HttpConnection(socket, {
          onWaiting(response) {
            responses.addRequestAfter(response);
          },
          inTurn(begin, request) {
            room.noteRequest(socket);
            return heads.run(request ? clientAddress(request, trustedProxies) : address, begin);
          },
        });
        return;
      }
      ignoreRequests(socket);
      refuseConnection(socket);
    });
    return server;
  };
}

/** Its place is free again as soon as the refusal is sent. */
function refuseConnection(socket: Socket): void {
  socket.write(REFUSALS.rateLimited);
  socket.destroySoon();
}

/**
 * Calls back when the response begins to be sent. It does not wait until the client has received the
 * response: a slow client may be one of many behind its address.
 */
function beforeHead(response: ServerResponse, callback: () => void): void {
  const writeHead = response.writeHead.bind(response) as (
    ...parameters: readonly unknown[]
  ) => ServerResponse;
  const watched = (...parameters: readonly unknown[]): ServerResponse => {
    callback();
    return writeHead(...parameters);
  };
  response.writeHead = watched;
}

/** How a request is refused that Node cannot receive; null if the client has left before it was complete. */
function refusalOf(code: string): string | null {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return REFUSALS.tooSlow;
  if (code === 'HPE_HEADER_OVERFLOW') return REFUSALS.tooManyHeaders;
  return code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE' ? REFUSALS.malformed : null;
}
