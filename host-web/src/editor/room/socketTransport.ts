import type { CloseReason, RoomTransport } from '@cobble/engine/collaboration';
import {
  ROOM_PING_MS,
  ROOM_SOCKET_PATH,
  type RoomClientEvents,
  type RoomSocketAuth,
  type RoomSocketEvents,
} from '@cobble/host-server/contract';
import { io, type Socket } from 'socket.io-client';
import { IncomingMessages } from './IncomingMessages.ts';

/**
 * Why the server admits a client to no room until something changes: the page does not exist or the
 * account may not see it, or the account is not signed in any more.
 */
export type RoomRefusal = 'page_does_not_exist' | 'err_unauthorized';

/** Options of {@link socketTransport}. */
export interface SocketTransportOptions {
  /** The `ID` of the page. */
  readonly pageId: number;
  /**
   * Asks the server whether the client's account is still signed in; rejects if that is unknown.
   * Called when a connection fails: browsers do not tell scripts why a WebSocket was refused.
   */
  readonly isSignedIn: () => Promise<boolean>;
  /**
   * The server has refused the client, which does not connect again before its `reconnect` is
   * called.
   */
  readonly onRefused?: (code: RoomRefusal) => void;
  /** The server's origin; default: that of the document. */
  readonly url?: string;
}

/** {@link socketTransport}. */
export interface SocketTransport extends RoomTransport {
  /**
   * Whether the current connection has been silent for longer than the server is: it may be dead,
   * for example because the computer was asleep.
   */
  readonly isStale: () => boolean;
  /** Whether there is no connection, and none is being opened. */
  readonly isIdle: () => boolean;
}

/** How long the server is silent at most, with a few seconds for a slow network. */
const MAX_SILENCE_MS = ROOM_PING_MS + 5000;
const CONNECT_MS = 10_000;

/**
 * Connects a room client to the room of its page over Socket.IO, as a WebSocket. Socket.IO does not
 * reconnect, because the client does. Without `DecompressionStream`, which browsers have had since
 * 2023, it connects to nothing and asks for an upgrade.
 */
export function socketTransport(options: SocketTransportOptions): SocketTransport {
  let current = { heardMs: Infinity, isOver: true };
  return {
    isStale: () => Date.now() - current.heardMs > MAX_SILENCE_MS,
    isIdle: () => current.isOver,
    connect: ({ onOpen, onMessage, onClose }) => {
      if (typeof DecompressionStream === 'undefined') {
        onClose('upgrade_required');
        return { send: () => undefined, close: () => undefined };
      }
      const connection = { heardMs: Infinity, isOver: false };
      current = connection;
      const socket = open(options);
      let reason: CloseReason | undefined;
      const close = (): void => {
        connection.isOver = true;
        connection.heardMs = Infinity;
        socket.disconnect();
      };
      const end = (why?: CloseReason): void => {
        if (connection.isOver) return;
        close();
        onClose(why);
      };
      const refuse = (code: RoomRefusal): void => {
        if (connection.isOver) return;
        end('refused');
        options.onRefused?.(code);
      };
      const incoming = new IncomingMessages(
        (message) => {
          if (!connection.isOver) onMessage(message);
        },
        () => {
          end();
        },
      );
      socket.on('connect', () => {
        if (connection.isOver) return;
        connection.heardMs = Date.now();
        // Pings, too.
        socket.io.engine.on('packet', () => {
          if (!connection.isOver) connection.heardMs = Date.now();
        });
        onOpen();
      });
      socket.on('message', (message) => {
        incoming.add(message);
      });
      socket.on('part', (gzip, isLast, received) => {
        incoming.addPart(gzip as Uint8Array<ArrayBuffer>, isLast, received);
      });
      socket.on('closed', (why) => {
        reason = why;
      });
      socket.on('disconnect', () => {
        end(reason);
      });
      socket.on('connect_error', (error) => {
        if (isRefusal(error.message)) refuse(error.message);
        // The server has responded: it is busy, or restarting.
        else if ('data' in error && error.data !== undefined) end();
        else
          void isSignedOut(options).then((signedOut) => {
            if (signedOut) refuse('err_unauthorized');
            else end();
          });
      });
      return {
        send: (message) => {
          socket.emit('message', message);
        },
        close,
      };
    },
  };
}

function open({ url, pageId }: SocketTransportOptions): Socket<RoomSocketEvents, RoomClientEvents> {
  const auth: RoomSocketAuth = { page: pageId };
  return io(url ?? window.location.origin, {
    path: ROOM_SOCKET_PATH,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    timeout: CONNECT_MS,
    auth: { ...auth },
  });
}

function isRefusal(code: string): code is RoomRefusal {
  return code === 'page_does_not_exist' || code === 'err_unauthorized';
}

/** False if it is unknown. */
async function isSignedOut({ isSignedIn }: SocketTransportOptions): Promise<boolean> {
  // A request can hang where the network swallows packets.
  const timeout = new Promise<boolean>((resolve) => {
    setTimeout(() => {
      resolve(true);
    }, CONNECT_MS);
  });
  try {
    return !(await Promise.race([isSignedIn(), timeout]));
  } catch {
    return false;
  }
}
