import type { Clock } from '../Clock.ts';
import { ROOM_TIMES } from '../protocol/limits.ts';
import type { RoomLog } from './RoomLog.ts';

/** What a room knows of whether it still is its page's owner: as of when the log last said so. */
export class Ownership {
  private heardMs = -Infinity;
  private readonly log: RoomLog;
  private readonly clock: Clock;

  constructor(log: RoomLog, clock: Clock) {
    this.log = log;
    this.clock = clock;
  }

  /** Unheard of for so long that another may own the room: it grants no more locks. */
  get isFenced(): boolean {
    return this.clock.now() - this.heardMs > ROOM_TIMES.ownerFenceMs;
  }

  /** The log has answered, to what it was asked at a time. */
  heard(askedMs: number): void {
    this.heardMs = Math.max(this.heardMs, askedMs);
  }

  /** Tells the log that this owner is alive; whether it still is the owner, null when nobody knows. */
  async renew(epoch: number): Promise<boolean | null> {
    const askedMs = this.clock.now();
    try {
      const isOwner = await this.log.renew(epoch);
      if (isOwner) this.heard(askedMs);
      return isOwner;
    } catch {
      // Unheard of for too long, it grants no more locks; the next append says the rest.
      return null;
    }
  }
}
