import { clientParts } from './ClientParts.ts';
import type { RoomClient, RoomClientOptions } from './RoomClient.ts';
import { RoomClientCore } from './RoomClientCore.ts';

/**
 * Makes one tab's end of a room: it shows the confirmed page with its own pending ops on top, keeps
 * those until the room has answered for them, and shares an editor's commits (collaboration.md).
 */
export function createRoomClient(options: RoomClientOptions): RoomClient {
  return new RoomClientCore(options, clientParts);
}
