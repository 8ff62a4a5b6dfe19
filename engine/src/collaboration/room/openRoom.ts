import { CobbleError } from '../../model/CobbleError.ts';
import type { RoomOptions } from './Room.ts';
import type { OpenedRoom } from './RoomLog.ts';
import type { RoomParts } from './RoomParts.ts';
import { StoredPage } from './StoredPage.ts';

/**
 * Takes a page over in its log. One of an older version is migrated first, which is an op that must
 * be stored like every other, before anybody is let in. Throws what the log throws, and what
 * `openStored` throws of a page that cannot be read.
 *
 * @returns 'moved' when another owner has taken the page over meanwhile
 */
export async function openRoom(
  options: RoomOptions,
  parts: RoomParts,
): Promise<{ readonly opened: OpenedRoom; readonly stored: StoredPage } | 'moved'> {
  const { log } = options;
  const opened = await log.open();
  const { state, migration } = parts.openStored(opened, options);
  const stored = new StoredPage(state, parts.maxTombstones);
  if (!migration) return { opened, stored };
  const { epoch, seq } = stored;
  const outcome = await log.append({ epoch, head: seq, entries: [migration] });
  if (!outcome.ok && outcome.code === 'stale_epoch') return 'moved';
  if (!outcome.ok) throw new CobbleError('room_log_conflict', 'the log has moved on meanwhile');
  stored.add([migration]);
  void stored.saveSnapshot(log);
  return { opened, stored };
}
