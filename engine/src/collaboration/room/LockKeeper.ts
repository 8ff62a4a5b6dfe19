import type { Clock } from '../Clock.ts';
import type { ClientMessageOf } from '../protocol/clientMessages.ts';
import type { LockRefusal } from '../protocol/codes.ts';
import type { RoomMessage } from '../protocol/roomMessages.ts';
import type { ConnectedClient } from './ConnectedClient.ts';
import { LockTable } from './LockTable.ts';

/** How soon who was refused should ask again, ms. */
const RETRY_MS = 1000;

/** Answers wishes for locks, tells all of what changes, and takes back what has ended. */
export class LockKeeper {
  /** Who holds what; an empty one before the room is open. */
  table = new LockTable(0, Infinity);
  private stopTimer: (() => void) | null = null;
  private readonly clock: Clock;
  private readonly broadcast: (message: RoomMessage) => void;

  constructor(clock: Clock, broadcast: (message: RoomMessage) => void) {
    this.clock = clock;
    this.broadcast = broadcast;
  }

  start(table: LockTable): void {
    this.stop();
    this.table = table;
  }

  stop(): void {
    this.stopTimer?.();
    this.stopTimer = null;
    this.table = new LockTable(0, Infinity);
  }

  /**
   * @param state `isFenced`: the log was not heard of for so long that another may own the room
   */
  acquire(
    client: ConnectedClient,
    { thingUuids, held = {}, at }: ClientMessageOf<'acquire-locks'>,
    state: { isFenced: boolean; blocks: ReadonlyMap<string, unknown> | undefined },
  ): void {
    const refuse = (uuids: readonly string[], code: LockRefusal): void => {
      const isForNow = code === 'locked_by_other' || code === 'locks_recovering';
      const retryAfterMs = isForNow ? RETRY_MS : null;
      if (uuids.length > 0)
        client.send({ type: 'lock-refused', thingUuids: [...uuids], code, retryAfterMs });
    };
    if (!client.mayWrite || state.isFenced) {
      refuse(thingUuids, client.mayWrite ? 'locks_recovering' : 'not_permitted');
      return;
    }
    const isKnown = (uuid: string): boolean => state.blocks?.has(uuid) ?? false;
    refuse(
      thingUuids.filter((uuid) => !isKnown(uuid)),
      'unknown_block',
    );
    const holder = { clientId: client.clientId ?? '', accountId: client.session.accountId };
    const now = this.clock.now();
    this.expire();
    const answer = this.table.acquire(holder, thingUuids.filter(isKnown), held, now);
    if (answer.granted.length > 0)
      client.send({ type: 'lock-acquired', locks: [...answer.granted], at });
    for (const [code, uuids] of answer.refused) refuse(uuids, code);
    if (answer.isNew.length > 0)
      this.broadcast({ type: 'lock-acquired', locks: [...answer.isNew] });
    this.schedule();
  }

  release(clientId: string, thingUuids: readonly string[]): void {
    this.tell(this.table.release(clientId, thingUuids));
  }

  disconnected(clientId: string): void {
    this.table.disconnected(clientId, this.clock.now());
    this.schedule();
  }

  private expire(): void {
    this.tell(this.table.expire(this.clock.now()));
  }

  private tell(released: RoomMessageLocks): void {
    if (released.length > 0) this.broadcast({ type: 'lock-released', locks: released });
  }

  private schedule(): void {
    this.stopTimer?.();
    const end = this.table.nextEndMs;
    this.stopTimer =
      end === null
        ? null
        : this.clock.after(Math.max(0, end - this.clock.now()), () => {
            this.expire();
            this.schedule();
          });
  }
}

type RoomMessageLocks = Extract<RoomMessage, { type: 'lock-released' }>['locks'];
