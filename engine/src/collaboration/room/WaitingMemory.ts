import { ROOM_LIMITS } from '../protocol/limits.ts';

/**
 * How much memory the ops take that wait in the rooms of a process, or have not arrived completely,
 * of each account and of all. An account that must wait, and sends its ops to many rooms, would fill
 * the memory with them otherwise.
 */
export class WaitingMemory {
  private readonly byAccount = new Map<number, number>();
  private total = 0;

  /** Whether so much more of an account may wait. One message may wait in any case. */
  hasSpace(accountId: number, memory: number): boolean {
    const { maxWaitingMemory, maxWaitingMemoryPerAccount, freeWaitingMemory } = ROOM_LIMITS;
    const own = this.of(accountId) + memory;
    if (own > maxWaitingMemoryPerAccount) return false;
    return own <= freeWaitingMemory || this.total + memory <= maxWaitingMemory;
  }

  /** How much of an account waits. */
  of(accountId: number): number {
    return this.byAccount.get(accountId) ?? 0;
  }

  /** Notes that so much more of an account waits; less if it is negative. */
  add(accountId: number, memory: number): void {
    this.total += memory;
    const own = this.of(accountId) + memory;
    if (own > 0) this.byAccount.set(accountId, own);
    else this.byAccount.delete(accountId);
  }
}
