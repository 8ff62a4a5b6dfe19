import { createPastUsage, usageRank } from './RecentUsage.ts';

const MAX_KEYS = 1000;
/** Accounts that have used less take turns, ms. */
const LIGHT_MS = 5000;

/**
 * Lets accounts take turns in a queue stored in a table: claim the row of an account that is not in
 * `list()`, or else of the one that comes first in it, and call `take`. Each server has its own.
 */
export class RecentTurns {
  private readonly accountIds = new Set<number>();
  private readonly usage;

  /** @param nowMs a monotonic clock. */
  constructor(nowMs: () => number = () => performance.now()) {
    this.usage = createPastUsage<number>(nowMs);
  }

  /**
   * The accounts that had a turn recently: those whose work has taken far less time before others,
   * and among those, the least recent first.
   */
  list(): readonly number[] {
    const rankOf = (accountId: number): number => usageRank(this.usage.of(accountId), LIGHT_MS);
    const ranked = [...this.accountIds].map((id) => ({ id, rank: rankOf(id) }));
    return ranked.sort((a, b) => a.rank - b.rank).map(({ id }) => id);
  }

  /** Notes that an account's turn begins. Returns a function to be called when it ends. */
  take(accountId: number): () => void {
    this.accountIds.delete(accountId);
    this.accountIds.add(accountId);
    const [oldest] = this.accountIds;
    if (this.accountIds.size > MAX_KEYS && oldest !== undefined) this.accountIds.delete(oldest);
    return this.usage.begin(accountId);
  }
}
