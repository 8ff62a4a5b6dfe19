import { readKits } from '../../blocks/readKits.ts';
import { clientParts } from './ClientParts.ts';
import type { RoomClient, RoomClientOptions } from './RoomClient.ts';
import { RoomClientCore } from './RoomClientCore.ts';

/**
 * Makes one tab's end of a room: it shows the confirmed page with its own pending ops on top, keeps
 * those until the room has answered for them, and shares an editor's commits.
 *
 * @throws CobbleError `kit_invalid` where `kits` are none
 */
export function createRoomClient(options: RoomClientOptions): RoomClient {
  readKits(options.kits);
  return new RoomClientCore(options, clientParts);
}
