import type { Duplex } from 'node:stream';
import { closeAfterLastResponse, lastResponse } from './refusals.ts';

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
  closeAfterLastResponse(socket, lastResponse(status));
}
