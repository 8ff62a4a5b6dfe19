import type { Duplex } from 'node:stream';

/** How long a client has to receive a last response before its connection is closed, ms. */
const LAST_RESPONSE_MS = 1000;
const LAST_HEADERS = { Connection: 'close', 'Content-Length': '0' };
const BAD_REQUEST = { 'Cache-Control': 'no-store', 'X-Error-Code': 'err_bad_request' };

/** The headers of the response to a connection or request that is one too many for its address. */
export const RATE_LIMITED_HEADERS = {
  ...LAST_HEADERS,
  'Cache-Control': 'no-store',
  'Retry-After': '10',
  'X-Error-Code': 'err_rate_limited',
};

/** The last responses of connections whose requests no handler receives. */
export const REFUSALS = {
  rateLimited: lastResponse('429 Too Many Requests', RATE_LIMITED_HEADERS),
  tooManyHeaders: lastResponse('431 Request Header Fields Too Large', BAD_REQUEST),
  malformed: lastResponse('400 Bad Request', BAD_REQUEST),
  tooSlow: lastResponse('408 Request Timeout', BAD_REQUEST),
  lengthRequired: lastResponse('411 Length Required', BAD_REQUEST),
};

/**
 * Returns a response without a body, after which the connection closes.
 *
 * @param status such as `404 Not Found`.
 */
export function lastResponse(
  status: string,
  headers: Readonly<Record<string, string>> = {},
): string {
  const lines = Object.entries({ ...LAST_HEADERS, ...headers }).map((each) => each.join(': '));
  return [`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n');
}

/**
 * Closes a connection a little later than its last response. What has not been read would otherwise
 * reset it, and the client could lose the response. That also holds for a second call, which
 * changes nothing.
 *
 * @param response a last response that has not been sent.
 */
export function closeAfterLastResponse(socket: Duplex, response = ''): void {
  // To end it again would destroy it at once.
  if (socket.writableEnded) return;
  socket.end(response);
  setTimeout(() => socket.destroy(), LAST_RESPONSE_MS).unref();
}
