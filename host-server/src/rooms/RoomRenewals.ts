import type { Knex } from 'knex';
import { type OwnedRoom, renewRoom, renewRooms } from './repositories/rooms.ts';

interface Waiting extends OwnedRoom {
  readonly resolve: (isOwner: boolean | Promise<boolean>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Notes that the owners of rooms are still there. Rooms that were opened at the same moment, such as
 * after a restart, ask at the same moment, too: they share a statement, or the commits of hundreds of
 * idle rooms would keep those waiting in which people edit.
 */
export class RoomRenewals {
  private readonly knex: Knex;
  private waiting: Waiting[] = [];
  private isRunning = false;

  constructor(knex: Knex) {
    this.knex = knex;
  }

  /** Resolves to false if another owner has taken the room over. */
  renew(pageId: number, epoch: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ pageId, epoch, resolve, reject });
      void this.run();
    });
  }

  /** Renews what waits, and then what has come meanwhile. Never rejects. */
  private async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    while (this.waiting.length > 0) await this.renewAll(this.waiting.splice(0));
    this.isRunning = false;
  }

  private async renewAll(rooms: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await renewRooms(this.knex, rooms);
      for (const [index, { pageId, epoch, resolve }] of rooms.entries())
        resolve(outcomes[index] ?? renewRoom(this.knex, pageId, epoch));
    } catch (error) {
      for (const { reject } of rooms) reject(error);
    }
  }
}
