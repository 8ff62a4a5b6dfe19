import type { LockRefusal } from '../protocol/codes.ts';
import { ROOM_LIMITS, ROOM_TIMES } from '../protocol/limits.ts';
import type { Lock } from '../protocol/roomMessages.ts';

interface HeldLock {
  readonly lock: Lock;
  endMs: number;
}

/** What became of a wish for locks. */
export interface LockAnswer {
  readonly granted: readonly Lock[];
  /** Those of them that the client did not hold before. */
  readonly isNew: readonly Lock[];
  readonly refused: ReadonlyMap<LockRefusal, readonly string[]>;
}

/** Who asks for locks. */
export interface LockHolder {
  readonly clientId: string;
  readonly accountId: number;
}

/**
 * Who is editing which block: leases of 15 s, which whoever holds one renews every 5 s. Never two
 * hold the same lock, be it by their own clocks (I10): a lease runs from when it was asked for, and
 * an owner that has taken a room over gives out nothing new until the leases that the one before
 * may have granted have ended.
 */
export class LockTable {
  private readonly held = new Map<string, HeldLock>();
  private readonly firstEpoch: number;
  private count = 0;
  private readonly quietUntilMs: number;

  /**
   * @param ownerEpoch numbers of locks rise with it
   * @param quietUntilMs until then only who holds a lock to their knowledge gets it
   */
  constructor(ownerEpoch: number, quietUntilMs: number) {
    this.firstEpoch = ownerEpoch * 1_000_000;
    this.quietUntilMs = quietUntilMs;
  }

  /** Grants or renews locks, each by itself. */
  acquire(
    holder: LockHolder,
    thingUuids: readonly string[],
    claims: Readonly<Record<string, number>>,
    nowMs: number,
  ): LockAnswer {
    const granted: Lock[] = [];
    const isNew: Lock[] = [];
    const refused = new Map<LockRefusal, string[]>();
    let owned = this.ownedBy(holder.clientId).length;
    for (const thingUuid of new Set(thingUuids)) {
      const code = this.refusal(holder, thingUuid, claims, owned, nowMs);
      if (code) {
        refused.set(code, [...(refused.get(code) ?? []), thingUuid]);
        continue;
      }
      const known = this.held.get(thingUuid);
      const lock = known?.lock ?? { thingUuid, ...holder, epoch: this.firstEpoch + ++this.count };
      this.held.set(thingUuid, { lock, endMs: nowMs + ROOM_TIMES.lockLeaseMs });
      granted.push(lock);
      if (known) continue;
      owned += 1;
      isNew.push(lock);
    }
    return { granted, isNew, refused };
  }

  /** Gives locks back; those that the client did not hold are passed over. */
  release(clientId: string, thingUuids: Iterable<string>): Lock[] {
    const released: Lock[] = [];
    for (const uuid of thingUuids) {
      const held = this.held.get(uuid);
      if (held?.lock.clientId !== clientId) continue;
      this.held.delete(uuid);
      released.push(held.lock);
    }
    return released;
  }

  /** A client is gone: it has 10 s at least to come back to its locks. */
  disconnected(clientId: string, nowMs: number): void {
    for (const held of this.held.values())
      if (held.lock.clientId === clientId)
        held.endMs = Math.max(held.endMs, nowMs + ROOM_TIMES.lockGraceMs);
  }

  /** Takes back leases that have ended. */
  expire(nowMs: number): Lock[] {
    const ended = [...this.held.values()].filter(({ endMs }) => endMs <= nowMs);
    for (const { lock } of ended) this.held.delete(lock.thingUuid);
    return ended.map(({ lock }) => lock);
  }

  /** When the next lease ends; null when there is none. */
  get nextEndMs(): number | null {
    let next: number | null = null;
    for (const { endMs } of this.held.values())
      next = next === null ? endMs : Math.min(next, endMs);
    return next;
  }

  holderOf(thingUuid: string): Lock | null {
    return this.held.get(thingUuid)?.lock ?? null;
  }

  get all(): Lock[] {
    return [...this.held.values()].map(({ lock }) => lock);
  }

  ownedBy(clientId: string): Lock[] {
    return this.all.filter((lock) => lock.clientId === clientId);
  }

  private refusal(
    { clientId }: LockHolder,
    uuid: string,
    claims: Readonly<Record<string, number>>,
    owned: number,
    nowMs: number,
  ): LockRefusal | null {
    const held = this.held.get(uuid);
    if (held) return held.lock.clientId === clientId ? null : 'locked_by_other';
    if (owned >= ROOM_LIMITS.maxLocksPerClient) return 'too_many_locks';
    return nowMs < this.quietUntilMs && !Object.hasOwn(claims, uuid) ? 'locks_recovering' : null;
  }
}
