import type { Clock } from '../Clock.ts';
import { checkMethods } from '../checkMethods.ts';
import { ROOM_LIMITS } from '../protocol/limits.ts';
import { SharedMemory } from './SharedMemory.ts';
import { WaitingMemory } from './WaitingMemory.ts';

/**
 * Creates budgets of working time and memory that rooms of one process share, so that an account
 * cannot occupy the process with many rooms and connections.
 *
 * @throws CobbleError `input_invalid` (details: `path`) unless the clock has `now`
 */
export function createWorkBudgets(clock: Pick<Clock, 'now'>): WorkBudgets {
  checkMethods('clock', clock, ['now']);
  return new WorkBudgets(clock);
}

/** What a room uses of {@link WorkBudgets}. */
export type Budgets = Pick<WorkBudgets, keyof WorkBudgets>;

/** The budgets of a room that shares none with others: its time is not limited. */
export function ownBudgets(): Budgets {
  return {
    waitMs: () => 0,
    mayBegin: () => true,
    spend: () => undefined,
    hold: () => () => undefined,
    waiting: new WaitingMemory(),
    recent: new SharedMemory(ROOM_LIMITS.maxAllRecentMemory),
  };
}

/**
 * How much time rooms may work for each account: some at once, and then a share of each second. What
 * has cost more is not interrupted; the account's next ops wait, and its other messages are refused
 * until then. Only one op of an account at a time may take more than a turn of the event loop.
 */
export class WorkBudgets {
  /** The memory of waiting ops. */
  readonly waiting = new WaitingMemory();
  /** The memory of the entries that rooms keep for returning clients. */
  readonly recent = new SharedMemory(ROOM_LIMITS.maxAllRecentMemory);
  private readonly clock: Pick<Clock, 'now'>;
  /**
   * What is left of each account's time; less than nothing if it has used too much. Those that have
   * all of it are not stored.
   */
  private readonly left = new Map<number, { readonly ms: number; readonly atMs: number }>();
  /** The accounts with an op that takes several turns. */
  private readonly busy = new Set<number>();

  /** Use `createWorkBudgets`, which checks the clock. */
  constructor(clock: Pick<Clock, 'now'>) {
    this.clock = clock;
  }

  /** How long an account must wait until rooms work for it again, ms; 0 if they may now. */
  waitMs(accountId: number): number {
    const missing = -this.leftOf(accountId);
    return missing <= 0 ? 0 : Math.ceil((missing / ROOM_LIMITS.workMsPerSecond) * 1000);
  }

  /** Whether a room may begin an op of an account now. */
  mayBegin(accountId: number): boolean {
    return !this.busy.has(accountId) && this.waitMs(accountId) === 0;
  }

  /** Counts time that was worked for an account, ms. */
  spend(accountId: number, ms: number): void {
    const left = Math.max(-ROOM_LIMITS.maxWorkDebtMs, this.leftOf(accountId) - Math.max(0, ms));
    this.left.delete(accountId);
    if (left < ROOM_LIMITS.workBurstMs) this.left.set(accountId, { ms: left, atMs: this.now });
    this.dropFull();
  }

  /** Notes that an op of an account takes several turns. Returns a function that ends this. */
  hold(accountId: number): () => void {
    this.busy.add(accountId);
    return () => {
      this.busy.delete(accountId);
    };
  }

  private get now(): number {
    return this.clock.now();
  }

  private leftOf(accountId: number): number {
    const { workBurstMs, workMsPerSecond } = ROOM_LIMITS;
    const known = this.left.get(accountId);
    if (known === undefined) return workBurstMs;
    const gained = (Math.max(0, this.now - known.atMs) / 1000) * workMsPerSecond;
    return Math.min(workBurstMs, known.ms + gained);
  }

  /** Drops the accounts for which nothing was done for the longest, if they have all of their time. */
  private dropFull(): void {
    for (const accountId of this.left.keys()) {
      if (this.leftOf(accountId) < ROOM_LIMITS.workBurstMs) return;
      this.left.delete(accountId);
    }
  }
}
