import { createServer, type IncomingMessage } from 'node:http';
import { Server } from 'socket.io';
import { WebSocketServer, type ServerOptions as WebSocketOptions } from 'ws';
import {
  ROOM_PING_MS,
  ROOM_SOCKET_PATH,
  type RoomClientEvents,
  type RoomSocketEvents,
} from '../contract/roomSocket.ts';
import { RoomDecoder } from './RoomDecoder.ts';
import { RoomEncoder } from './RoomEncoder.ts';

/** Options of {@link createRoomServer}. */
export interface RoomServerOptions {
  /** Bytes of one message. */
  readonly messageBytes: number;
  /** Whether the packet that is being received may be parsed. */
  readonly mayParse: () => boolean;
  /** Calls a function, which may throw, when the packet that is being received may be parsed. */
  readonly whenItsTurn: (parse: () => void) => void;
  /** The packet that is being received is refused. */
  readonly onUnexpected: () => void;
  /** Decides whether a browser may connect. */
  readonly allowRequest: (
    request: IncomingMessage,
    callback: (error: null, isAllowed: boolean) => void,
  ) => void;
}

/** Creates the Socket.IO server of rooms. It never listens: upgrades come from the servers of `listen`. */
export function createRoomServer({
  messageBytes,
  mayParse,
  whenItsTurn,
  onUnexpected,
  allowRequest,
}: RoomServerOptions): Server<RoomClientEvents, RoomSocketEvents> {
  return new Server(createServer(), {
    path: ROOM_SOCKET_PATH,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: messageBytes,
    connectTimeout: 10_000,
    pingInterval: ROOM_PING_MS,
    // What a client on a slow network has sent before its response takes this long.
    pingTimeout: 15_000,
    perMessageDeflate: false,
    parser: { Encoder: RoomEncoder, Decoder: decoderOf(mayParse, whenItsTurn, onUnexpected) },
    wsEngine: OneMessageAtATime,
    allowRequest,
  });
}

/** Otherwise, thousands of small messages that arrive together would be handled in one turn. */
class OneMessageAtATime extends WebSocketServer {
  constructor(options: WebSocketOptions) {
    super({ ...options, allowSynchronousEvents: false });
  }
}

/**
 * Socket.IO creates a decoder for each connection.
 *
 * @param whenItsTurn calls a function when the packet that is being received may be parsed.
 * @param onUnexpected called when the packet that is being received is refused.
 */
function decoderOf(
  mayParse: () => boolean,
  whenItsTurn: (parse: () => void) => void,
  onUnexpected: () => void,
): new () => RoomDecoder {
  return class extends RoomDecoder {
    constructor() {
      super(mayParse, whenItsTurn);
    }

    override add(packet: unknown): void {
      try {
        super.add(packet);
      } catch (error) {
        onUnexpected();
        throw error;
      }
    }
  };
}
