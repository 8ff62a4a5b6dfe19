const MAX_KEYS = 1000;

/**
 * Lets accounts take turns in a queue stored in a table: claim the row of an account that is not in
 * `list()`, or else of the one that comes first in it, and call `take`. Each server has its own.
 */
export class RecentTurns {
  private readonly accountIds = new Set<number>();

  /** The accounts that had a turn recently, least recent first. */
  list(): readonly number[] {
    return [...this.accountIds];
  }

  /** Notes that it was an account's turn. */
  take(accountId: number): void {
    this.accountIds.delete(accountId);
    this.accountIds.add(accountId);
    const [oldest] = this.accountIds;
    if (this.accountIds.size > MAX_KEYS && oldest !== undefined) this.accountIds.delete(oldest);
  }
}
