import type { Socket } from 'node:net';

/**
 * Closes a client's connection, with a reset if possible. While the client's own end is being sent,
 * `resetAndDestroy` fails in Node 20 and leaves the socket open, and the process then spins at its
 * end and never exits.
 */
export function resetSocket(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
