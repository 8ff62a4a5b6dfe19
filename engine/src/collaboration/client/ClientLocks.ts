import { observable, runInAction } from 'mobx';
import type { Clock } from '../Clock.ts';
import type { ClientMessage } from '../protocol/clientMessages.ts';
import { ROOM_LIMITS, ROOM_TIMES } from '../protocol/limits.ts';
import type { Lock, RoomMessageOf } from '../protocol/roomMessages.ts';

/** The epochs of locks that a client has requested, by block; 0 for one not granted yet. */
export type LockEpochs = Readonly<Record<string, number>>;

interface LockRequest {
  /** The granted lock, and the end of its lease by this client's clock. */
  granted: { readonly epoch: number; readonly endMs: number } | null;
}

/**
 * The locks that this client has or has requested, and those of the others. A lease is counted from
 * the time of its request, so that it never lasts longer here than in the room.
 */
export class ClientLocks {
  /** Locks of other clients, by block. Observable. */
  readonly ofOthers = observable.map<string, Lock>(undefined, { deep: false });
  private readonly requests = new Map<string, LockRequest>();
  /** Requested blocks that the room did not have yet. */
  private readonly unknown = new Set<string>();
  private stop: (() => void) | null = null;
  private readonly clock: Clock;
  private readonly send: (message: ClientMessage) => void;
  private readonly clientId: () => string;
  private readonly onRequested: (thingUuids: readonly string[]) => void;

  /** @param onRequested called with the blocks that are locked or requested whenever these change */
  constructor(
    clock: Clock,
    clientId: () => string,
    send: (message: ClientMessage) => void,
    onRequested: (thingUuids: readonly string[]) => void = () => undefined,
  ) {
    this.clock = clock;
    this.clientId = clientId;
    this.send = send;
    this.onRequested = onRequested;
  }

  /** Requests locks and renews them until they are released. */
  acquire(thingUuids: Iterable<string>): void {
    const added = [...thingUuids].filter((uuid) => !this.requests.has(uuid));
    for (const uuid of added) this.requests.set(uuid, { granted: null });
    this.request(added);
    if (added.length > 0) this.onRequested([...this.requests.keys()]);
  }

  release(thingUuids: Iterable<string>): void {
    const released = [...thingUuids].filter((uuid) => this.requests.delete(uuid));
    for (const part of partsOf(released)) this.send({ type: 'release-locks', thingUuids: part });
    if (released.length > 0) this.onRequested([...this.requests.keys()]);
  }

  /** The epoch of this client's lock on a block; null if it has none now. */
  epochOf(thingUuid: string): number | null {
    const granted = this.requests.get(thingUuid)?.granted;
    return granted && granted.endMs > this.clock.now() ? granted.epoch : null;
  }

  /**
   * The epochs of all requested locks, by block, also of those that have expired; 0 for one that was
   * never granted.
   */
  get lastEpochs(): LockEpochs {
    return Object.fromEntries(
      [...this.requests].map(([uuid, { granted }]) => [uuid, granted?.epoch ?? 0]),
    );
  }

  /** Replaces the locks of others with those in the room's welcome, and requests this client's again. */
  welcome(locks: readonly Lock[]): void {
    runInAction(() => {
      this.ofOthers.clear();
      for (const lock of locks) this.record(lock);
    });
    this.request([...this.requests.keys()]);
  }

  /** Another account has the id under which this client had its locks: they are requested again. */
  forget(): void {
    for (const request of this.requests.values()) request.granted = null;
  }

  /** Clears the locks of others, which may change while disconnected. */
  disconnected(): void {
    runInAction(() => this.ofOthers.clear());
  }

  acquired({ locks, at }: RoomMessageOf<'lock-acquired'>): void {
    runInAction(() => {
      for (const lock of locks) this.record(lock);
    });
    if (at === undefined) return;
    for (const { thingUuid, clientId, epoch } of locks) {
      if (clientId !== this.clientId()) continue;
      const request = this.requests.get(thingUuid);
      const endMs = at + ROOM_TIMES.lockLeaseMs;
      if (!request) this.send({ type: 'release-locks', thingUuids: [thingUuid] });
      else if (endMs >= (request.granted?.endMs ?? 0)) request.granted = { epoch, endMs };
    }
  }

  released({ locks }: RoomMessageOf<'lock-released'>): void {
    runInAction(() => {
      for (const { thingUuid, epoch, clientId } of locks) {
        if (this.ofOthers.get(thingUuid)?.epoch === epoch) this.ofOthers.delete(thingUuid);
        const request = this.requests.get(thingUuid);
        if (clientId === this.clientId() && request?.granted?.epoch === epoch)
          request.granted = { epoch, endMs: -Infinity };
      }
    });
  }

  /**
   * Drops the locks of others that have ended.
   *
   * @param epochs those of all current locks; undefined from an older room
   * @returns whether any was dropped
   */
  keepOnly(epochs: readonly number[] | undefined): boolean {
    if (!epochs || this.ofOthers.size === 0) return false;
    const current = new Set(epochs);
    const ended = [...this.ofOthers].filter(([, { epoch }]) => !current.has(epoch));
    runInAction(() => {
      for (const [uuid] of ended) this.ofOthers.delete(uuid);
    });
    return ended.length > 0;
  }

  /**
   * Requests refused locks again after `retryAfterMs`; gives them up if that is null, except those on
   * blocks that the room does not have yet.
   */
  refused({ thingUuids, code, retryAfterMs }: RoomMessageOf<'lock-refused'>): void {
    if (code === 'unknown_block') for (const uuid of thingUuids) this.unknown.add(uuid);
    else if (retryAfterMs === null) {
      for (const uuid of thingUuids) this.requests.delete(uuid);
      this.onRequested([...this.requests.keys()]);
    } else
      this.clock.after(retryAfterMs, () =>
        this.request(thingUuids.filter((uuid) => this.lacks(uuid))),
      );
  }

  /** Requests locks again that were refused because the room did not have the block yet. */
  requestUnknown(): void {
    const uuids = [...this.unknown].filter((uuid) => this.lacks(uuid));
    this.unknown.clear();
    if (uuids.length > 0) this.request(uuids);
  }

  close(): void {
    this.stop?.();
    this.stop = null;
    // A refused lock may still be waiting for its retry, which would start the renewals again.
    this.requests.clear();
  }

  private lacks(uuid: string): boolean {
    return this.requests.has(uuid) && this.epochOf(uuid) === null;
  }

  private record(lock: Lock): void {
    if (lock.clientId === this.clientId()) this.ofOthers.delete(lock.thingUuid);
    else this.ofOthers.set(lock.thingUuid, lock);
  }

  private request(thingUuids: readonly string[]): void {
    const at = this.clock.now();
    for (const part of partsOf(thingUuids)) {
      const held = part.flatMap((uuid) => {
        const epoch = this.epochOf(uuid);
        return epoch === null ? [] : [[uuid, epoch] as const];
      });
      this.send({
        type: 'acquire-locks',
        thingUuids: part,
        at,
        ...(held.length > 0 ? { held: Object.fromEntries(held) } : {}),
      });
    }
    this.stop ??= this.clock.after(ROOM_TIMES.lockRenewMs, () => {
      this.stop = null;
      if (this.requests.size > 0) this.request([...this.requests.keys()]);
    });
  }
}

/** Splits ids into lists that each fit in one message. */
function partsOf(thingUuids: readonly string[]): string[][] {
  const size = ROOM_LIMITS.maxLocksPerClient;
  return Array.from({ length: Math.ceil(thingUuids.length / size) }, (_, index) =>
    thingUuids.slice(index * size, (index + 1) * size),
  );
}
