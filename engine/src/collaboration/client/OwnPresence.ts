import type { Point } from '../../model/Position.ts';
import { ROOM_TIMES } from '../protocol/limits.ts';
import type { ClientDesk } from './ClientDesk.ts';

/** How often someone who only rests is told of anew, ms. */
const HEARTBEAT_MS = 1000;

/** Tells the others where one's pointer is and what one has selected; never stored. */
export class OwnPresence {
  private cursor: Point | null = null;
  private selection: readonly string[] = [];
  private readonly desk: ClientDesk;

  constructor(desk: ClientDesk) {
    this.desk = desk;
  }

  /** @param point page space; null: not over the page */
  pointAt(point: Point | null): void {
    this.cursor = point;
    this.tellSoon();
  }

  select(thingUuids: readonly string[]): void {
    this.selection = thingUuids;
    this.tellSoon();
  }

  /** Tells now, and from time to time as long as there is something to tell. */
  tell(): void {
    const { cursor, selection, desk } = this;
    desk.send({ type: 'cursor', point: cursor });
    desk.send({ type: 'selection', thingUuids: [...selection] });
    if (cursor || selection.length > 0) desk.timers.once('cursor', HEARTBEAT_MS, () => this.tell());
  }

  private tellSoon(): void {
    this.desk.timers.once('cursor', ROOM_TIMES.presenceIntervalMs, () => this.tell());
  }
}
