import type { Clock } from '../Clock.ts';
import { ROOM_TIMES } from '../protocol/limits.ts';
import { checkLogResult } from './checkLogResult.ts';
import type { RoomLog } from './RoomLog.ts';

/** What a room knows about its ownership of the page, which another server can take over. */
export class Ownership {
  /** When the latest call that confirmed it was sent. */
  private confirmedMs = -Infinity;
  private readonly log: RoomLog;
  private readonly clock: Clock;
  private readonly report: (error: unknown) => void;

  /** @param report reports an error of the log */
  constructor(log: RoomLog, clock: Clock, report: (error: unknown) => void) {
    this.log = log;
    this.clock = clock;
    this.report = report;
  }

  /** The log has not confirmed it for so long that another server may own the page. */
  get isFenced(): boolean {
    return this.clock.now() - this.confirmedMs > ROOM_TIMES.ownerFenceMs;
  }

  /** The log has confirmed it in response to a call at this time. */
  confirm(sentMs: number): void {
    this.confirmedMs = Math.max(this.confirmedMs, sentMs);
  }

  /**
   * Renews it, unless an append has confirmed it so recently that the next renewal is in time. Returns
   * false if another server has taken the page over. Never rejects.
   */
  async renew(epoch: number): Promise<boolean> {
    const sentMs = this.clock.now();
    const sinceMs = sentMs - this.confirmedMs;
    // The clock may have been set back.
    if (sinceMs >= 0 && sinceMs < ROOM_TIMES.ownerRenewMs / 2) return true;
    try {
      const isOwner = checkLogResult('renew', await this.log.renew(epoch));
      if (isOwner) this.confirm(sentMs);
      return isOwner;
    } catch (error) {
      this.report(error);
      // The room is fenced if this goes on; the next append shows who owns the page.
      return true;
    }
  }
}
