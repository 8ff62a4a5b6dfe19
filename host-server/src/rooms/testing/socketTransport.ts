import { gunzipSync } from 'node:zlib';
import type { CloseReason, RoomTransport } from '@cobble/engine/collaboration';
import { io, type Socket } from 'socket.io-client';
import type { TestBrowser } from '../../app/testing/TestBrowser.ts';
import {
  ROOM_SOCKET_PATH,
  type RoomClientEvents,
  type RoomSocketEvents,
} from '../../contract/roomSocket.ts';

/** A connection to the server, as a browser has it. */
export type ClientSocket = Socket<RoomSocketEvents, RoomClientEvents>;

/** How a test connects. */
export interface ConnectOptions {
  readonly port: number;
  /** Whose cookies are sent. */
  readonly browser: TestBrowser;
  readonly page: unknown;
  /** Default: the app's own origin; null for none. */
  readonly origin?: string | null;
}

/** Connects to a room. The caller disconnects. */
export function connectSocket({ port, browser, page, origin }: ConnectOptions): ClientSocket {
  const own = `http://localhost:${String(port)}`;
  return io(own, {
    path: ROOM_SOCKET_PATH,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { page },
    extraHeaders: {
      Cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
      ...(origin === null ? {} : { Origin: origin ?? own }),
    },
  });
}

/** The transport of a room client, over a real socket. */
export function socketTransport(
  options: ConnectOptions,
  onSocket: (socket: ClientSocket) => void = () => undefined,
): RoomTransport {
  return {
    connect({ onOpen, onMessage, onClose }) {
      const socket = connectSocket(options);
      onSocket(socket);
      let reason: CloseReason | undefined;
      let text = '';
      socket.on('connect', onOpen);
      socket.on('message', onMessage);
      socket.on('part', (gzipped, isLast, received) => {
        text += gunzipSync(gzipped).toString();
        received();
        if (!isLast) return;
        const message: unknown = JSON.parse(text);
        text = '';
        onMessage(message);
      });
      socket.on('closed', (why) => {
        reason = why;
      });
      socket.on('disconnect', () => {
        onClose(reason);
      });
      socket.on('connect_error', () => {
        onClose();
      });
      return {
        send: (message) => void socket.emit('message', message),
        close: () => void socket.disconnect(),
      };
    },
  };
}
