import type { Clock } from '../Clock.ts';
import type { ClientMessageOf } from '../protocol/clientMessages.ts';
import type { LockRefusal } from '../protocol/codes.ts';
import { ROOM_LIMITS, ROOM_TIMES } from '../protocol/limits.ts';
import type { Lock, RoomMessage } from '../protocol/roomMessages.ts';
import type { ConnectedClient } from './ConnectedClient.ts';

/** The delay after which a client requests a refused lock again. */
const RETRY_MS = 1000;

interface Lease {
  readonly lock: Lock;
  endMs: number;
}

/** The number of locks of a client, and of all clients of its account. */
interface LockCounts {
  client: number;
  account: number;
}

/** What decides whether locks may be granted now. */
export interface GrantConditions {
  /** The log has not responded for so long that another server may own the room. */
  readonly isFenced: boolean;
  readonly hasBlock: (uuid: string) => boolean;
}

/**
 * The locks of a room: leases of 15 s that their holders renew every 5 s. A lock never has two
 * holders, not even by their own clocks (I10): a holder counts its lease from the request, and a
 * new owner of the room grants no new lock until the leases of the previous owner have ended.
 */
export class LockTable {
  protected readonly leases = new Map<string, Lease>();
  private firstEpoch = 0;
  private grantedCount = 0;
  private recoveringUntilMs = Infinity;
  private stopTimer: (() => void) | null = null;
  private readonly clock: Clock;
  private readonly broadcast: (message: RoomMessage) => void;

  constructor(clock: Clock, broadcast: (message: RoomMessage) => void) {
    this.clock = clock;
    this.broadcast = broadcast;
  }

  /**
   * Starts with no locks.
   *
   * @param ownerEpoch the room owner's number; the epochs of locks increase with it
   * @param recoveringUntilMs until then, only locks that a client says it holds are granted
   */
  start(ownerEpoch: number, recoveringUntilMs: number): void {
    this.stop();
    this.firstEpoch = ownerEpoch * 1_000_000;
    this.grantedCount = 0;
    this.recoveringUntilMs = recoveringUntilMs;
  }

  /** Drops all locks; no new one is granted until `start`. */
  stop(): void {
    this.stopTimer?.();
    this.stopTimer = null;
    this.leases.clear();
    this.recoveringUntilMs = Infinity;
  }

  /** All locks. */
  get all(): Lock[] {
    return [...this.leases.values()].map(({ lock }) => lock);
  }

  /** The lock on a block; null if there is none. */
  lockOn(thingUuid: string): Lock | null {
    return this.leases.get(thingUuid)?.lock ?? null;
  }

  /** Grants, renews or refuses each of the requested locks, and broadcasts new ones. */
  acquire(
    client: ConnectedClient,
    { thingUuids, held = {}, at }: ClientMessageOf<'acquire-locks'>,
    { isFenced, hasBlock }: GrantConditions,
  ): void {
    this.expire();
    const granted: Lock[] = [];
    const added: Lock[] = [];
    const refused = new Map<LockRefusal, string[]>();
    const counts = this.countsOf(client);
    for (const thingUuid of new Set(thingUuids)) {
      const known = this.leases.get(thingUuid);
      const code = this.refusal(client, thingUuid, counts, { isFenced, hasBlock }, held);
      if (code) {
        refused.set(code, [...(refused.get(code) ?? []), thingUuid]);
        continue;
      }
      const lock = known?.lock ?? this.createLock(client, thingUuid);
      this.leases.set(thingUuid, { lock, endMs: this.clock.now() + ROOM_TIMES.lockLeaseMs });
      granted.push(lock);
      if (known) continue;
      added.push(lock);
      counts.client += 1;
      counts.account += 1;
    }
    if (granted.length > 0) client.send({ type: 'lock-acquired', locks: granted, at });
    for (const [code, uuids] of refused) {
      const isTemporary = code === 'locked_by_other' || code === 'locks_recovering';
      const retryAfterMs = isTemporary ? RETRY_MS : null;
      client.refuseLocks(code, uuids, retryAfterMs);
    }
    if (added.length > 0) this.broadcast({ type: 'lock-acquired', locks: added });
    this.scheduleExpiry();
  }

  /** Releases locks; those that the client does not hold are ignored. */
  release(clientId: string, thingUuids: Iterable<string>): void {
    const released: Lock[] = [];
    for (const uuid of thingUuids) {
      const lock = this.lockOn(uuid);
      if (lock?.clientId !== clientId) continue;
      this.leases.delete(uuid);
      released.push(lock);
    }
    this.announceReleased(released);
  }

  /**
   * Extends the leases of a client that disconnected, so that it has at least 10 s to reconnect.
   */
  disconnected(clientId: string): void {
    const graceEndMs = this.clock.now() + ROOM_TIMES.lockGraceMs;
    for (const lease of this.leases.values())
      if (lease.lock.clientId === clientId) lease.endMs = Math.max(lease.endMs, graceEndMs);
    this.scheduleExpiry();
  }

  private createLock({ clientId, session }: ConnectedClient, thingUuid: string): Lock {
    const epoch = this.firstEpoch + ++this.grantedCount;
    return { thingUuid, clientId: clientId ?? '', accountId: session.accountId, epoch };
  }

  private refusal(
    client: ConnectedClient,
    uuid: string,
    counts: LockCounts,
    { isFenced, hasBlock }: GrantConditions,
    held: Readonly<Record<string, number>>,
  ): LockRefusal | null {
    if (!client.mayWrite) return 'not_permitted';
    if (isFenced) return 'locks_recovering';
    if (!hasBlock(uuid)) return 'unknown_block';
    const lock = this.lockOn(uuid);
    if (lock) return lock.clientId === client.clientId ? null : 'locked_by_other';
    if (this.isFull(counts)) return 'too_many_locks';
    const isRecovering = this.clock.now() < this.recoveringUntilMs;
    return isRecovering && !Object.hasOwn(held, uuid) ? 'locks_recovering' : null;
  }

  private countsOf({ clientId, session }: ConnectedClient): LockCounts {
    const ofAccount = this.all.filter(({ accountId }) => accountId === session.accountId);
    const ofClient = ofAccount.filter((lock) => lock.clientId === clientId);
    return { client: ofClient.length, account: ofAccount.length };
  }

  private isFull({ client, account }: LockCounts): boolean {
    const { maxLocksPerClient, maxLocksPerAccount, maxLocks } = ROOM_LIMITS;
    return (
      client >= maxLocksPerClient || account >= maxLocksPerAccount || this.leases.size >= maxLocks
    );
  }

  private expire(): void {
    const now = this.clock.now();
    const expired = [...this.leases.values()].filter(({ endMs }) => endMs <= now);
    for (const { lock } of expired) this.leases.delete(lock.thingUuid);
    this.announceReleased(expired.map(({ lock }) => lock));
  }

  private announceReleased(locks: Lock[]): void {
    if (locks.length > 0) this.broadcast({ type: 'lock-released', locks });
  }

  private scheduleExpiry(): void {
    this.stopTimer?.();
    this.stopTimer = null;
    if (this.leases.size === 0) return;
    const endMs = Math.min(...[...this.leases.values()].map((lease) => lease.endMs));
    this.stopTimer = this.clock.after(Math.max(0, endMs - this.clock.now()), () => {
      this.expire();
      this.scheduleExpiry();
    });
  }
}
