import { readKits } from '../../blocks/readKits.ts';
import type { Room, RoomOptions } from './Room.ts';
import { RoomCore } from './RoomCore.ts';
import { roomParts } from './RoomParts.ts';

/**
 * Makes the room of one page: it takes the page over in the log at once, and lets people in. It is
 * the only one that decides on the page until the log gives the next epoch to another; nothing is
 * acknowledged or broadcast before the log has stored it.
 *
 * @throws CobbleError `kit_invalid` where `kits` are none
 */
export function createRoom(options: RoomOptions): Room {
  readKits(options.kits);
  return new RoomCore(options, roomParts);
}
