import type { Socket } from 'node:net';

/**
 * Closes a client's connection, with a reset if possible. Once the client has ended its side,
 * `resetAndDestroy` fails in Node 20 and leaves the socket open, and the process then spins and
 * never exits.
 */
export function resetSocket(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
