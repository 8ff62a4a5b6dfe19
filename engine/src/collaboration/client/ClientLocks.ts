import { observable, runInAction } from 'mobx';
import type { Clock } from '../Clock.ts';
import type { ClientMessage } from '../protocol/clientMessages.ts';
import { ROOM_TIMES } from '../protocol/limits.ts';
import type { Lock, RoomMessageOf } from '../protocol/roomMessages.ts';

interface Wish {
  /** The lock that was granted, and when by this machine's clock its lease ends. */
  granted: { readonly epoch: number; readonly endMs: number } | null;
}

/**
 * The locks that a client wants and has, and those of others. It believes in a lock no longer than
 * the room does: a lease runs from when it was asked for.
 */
export class ClientLocks {
  /** Locks of others, by block; observable. */
  readonly ofOthers = observable.map<string, Lock>(undefined, { deep: false });
  private readonly wishes = new Map<string, Wish>();
  private stop: (() => void) | null = null;
  private readonly clock: Clock;
  private readonly send: (message: ClientMessage) => void;
  private readonly clientId: () => string;

  constructor(clock: Clock, clientId: () => string, send: (message: ClientMessage) => void) {
    this.clock = clock;
    this.clientId = clientId;
    this.send = send;
  }

  /** Wants locks until they are released. */
  acquire(thingUuids: Iterable<string>): void {
    const fresh = [...thingUuids].filter((uuid) => !this.wishes.has(uuid));
    for (const uuid of fresh) this.wishes.set(uuid, { granted: null });
    this.ask(fresh);
  }

  release(thingUuids: Iterable<string>): void {
    const released = [...thingUuids].filter((uuid) => this.wishes.delete(uuid));
    if (released.length > 0) this.send({ type: 'release-locks', thingUuids: released });
  }

  /** The epoch of a lock that the client holds now; null when it does not. */
  epochOf(thingUuid: string): number | null {
    const granted = this.wishes.get(thingUuid)?.granted;
    return granted && granted.endMs > this.clock.now() ? granted.epoch : null;
  }

  /** The epoch of a lock that it held last, whether it still does or not; null when it never did. */
  lastEpochOf(thingUuid: string): number | null {
    return this.wishes.get(thingUuid)?.granted?.epoch ?? null;
  }

  /** The room is there again: what others hold, and what is wanted still. */
  welcome(locks: readonly Lock[]): void {
    runInAction(() => {
      this.ofOthers.clear();
      for (const lock of locks) this.note(lock);
    });
    this.ask([...this.wishes.keys()]);
  }

  /** Nobody tells any more what others hold; the room will say what may be done. */
  disconnected(): void {
    runInAction(() => this.ofOthers.clear());
  }

  acquired({ locks, at }: RoomMessageOf<'lock-acquired'>): void {
    runInAction(() => {
      for (const lock of locks) this.note(lock);
    });
    if (at === undefined) return;
    for (const { thingUuid, clientId, epoch } of locks) {
      if (clientId !== this.clientId()) continue;
      const wish = this.wishes.get(thingUuid);
      const endMs = at + ROOM_TIMES.lockLeaseMs;
      if (!wish) this.send({ type: 'release-locks', thingUuids: [thingUuid] });
      else if (endMs >= (wish.granted?.endMs ?? 0)) wish.granted = { epoch, endMs };
    }
  }

  released({ locks }: RoomMessageOf<'lock-released'>): void {
    runInAction(() => {
      for (const { thingUuid, epoch, clientId } of locks) {
        if (this.ofOthers.get(thingUuid)?.epoch === epoch) this.ofOthers.delete(thingUuid);
        const wish = this.wishes.get(thingUuid);
        if (clientId === this.clientId() && wish?.granted?.epoch === epoch)
          wish.granted = { epoch, endMs: -Infinity };
      }
    });
  }

  /** Asks again for those that were refused, when the time has come. */
  refused({ thingUuids, retryAfterMs }: RoomMessageOf<'lock-refused'>): void {
    if (retryAfterMs === null) for (const uuid of thingUuids) this.wishes.delete(uuid);
    else
      this.clock.after(retryAfterMs, () => this.ask(thingUuids.filter((uuid) => this.lacks(uuid))));
  }

  close(): void {
    this.stop?.();
    this.stop = null;
  }

  private lacks(uuid: string): boolean {
    return this.wishes.has(uuid) && this.epochOf(uuid) === null;
  }

  private note(lock: Lock): void {
    if (lock.clientId === this.clientId()) this.ofOthers.delete(lock.thingUuid);
    else this.ofOthers.set(lock.thingUuid, lock);
  }

  private ask(thingUuids: readonly string[]): void {
    if (thingUuids.length > 0) {
      const held = thingUuids.flatMap((uuid) => {
        const epoch = this.epochOf(uuid);
        return epoch === null ? [] : [[uuid, epoch] as const];
      });
      const at = this.clock.now();
      this.send({
        type: 'acquire-locks',
        thingUuids: [...thingUuids],
        at,
        ...(held.length > 0 ? { held: Object.fromEntries(held) } : {}),
      });
    }
    this.stop ??= this.clock.after(ROOM_TIMES.lockRenewMs, () => {
      this.stop = null;
      if (this.wishes.size > 0) this.ask([...this.wishes.keys()]);
    });
  }
}
