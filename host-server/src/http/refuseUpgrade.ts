import type { Duplex } from 'node:stream';

/** How long a client has to receive the refusal, ms. */
const REFUSAL_MS = 1000;

/**
 * Refuses a request that upgrades its connection, and closes the connection. Node leaves both to us:
 * a connection that nobody destroys would stay open for ever. What the client still sends is not
 * read, since everybody would wait while the server drops it.
 *
 * @param status such as `404 Not Found`.
 */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.on('error', () => undefined);
  socket.pause();
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  setTimeout(() => socket.destroy(), REFUSAL_MS).unref();
}
