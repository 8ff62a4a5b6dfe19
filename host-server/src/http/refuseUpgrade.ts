import type { Duplex } from 'node:stream';

/** How long a client has to receive the refusal, ms. */
const REFUSAL_MS = 1000;

/**
 * Refuses a request that upgrades its connection, and closes the connection. Node leaves both to us:
 * a connection that nobody reads or destroys would stay open for ever.
 *
 * @param status such as `404 Not Found`.
 */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.on('error', () => undefined);
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  socket.resume();
  setTimeout(() => socket.destroy(), REFUSAL_MS).unref();
}
