/**
 * What Cobble's rooms are compared with, in a process of its own: `contestantProgram.ts {kind}`. Each
 * of them passes what a client sends on to everyone in its room, and none of them stores anything.
 * Reports its port with `process.send`.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server as Hocuspocus } from '@hocuspocus/server';
import { Server as SocketIo } from 'socket.io';
import { type WebSocket, WebSocketServer } from 'ws';

function startSocketIo(): void {
  const server = createServer();
  const io = new SocketIo(server, { transports: ['websocket'], serveClient: false });
  io.on('connection', (socket) => {
    const room = String((socket.handshake.auth as { room: unknown }).room);
    void socket.join(room);
    socket.on('message', (message) => {
      io.to(room).emit('message', message);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    process.send?.((server.address() as AddressInfo).port);
  });
}

function startWs(): void {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  const rooms = new Map<string, Set<WebSocket>>();
  server.on('connection', (socket, request) => {
    const url = String(request.url);
    const room = rooms.get(url) ?? new Set();
    rooms.set(url, room.add(socket));
    socket.on('message', (data) => {
      const text = (data as Buffer).toString();
      for (const each of room) each.send(text);
    });
    socket.on('close', () => room.delete(socket));
  });
  server.on('listening', () => {
    process.send?.((server.address() as AddressInfo).port);
  });
}

async function startHocuspocus(): Promise<void> {
  const server = new Hocuspocus({ address: '127.0.0.1', quiet: true, stopOnSignals: false });
  server.configuration.port = 0;
  await server.listen();
  process.send?.((server.httpServer.address() as AddressInfo).port);
}

const kind = process.argv[2];
if (kind === 'socket.io') startSocketIo();
else if (kind === 'ws') startWs();
else await startHocuspocus();
