/**
 * How long to wait for a query that somebody else has begun, ms. It is in that one's turn, which an
 * attacker may have made late on purpose.
 */
const JOIN_MS = 50;

/** What is in progress for a key. */
interface Shared<Found> {
  readonly byRequester: Map<string, Promise<Found>>;
  /** The one that began last, even if it has ended: no result of an earlier one may be cached. */
  last: Promise<Found>;
  /** Whether it is in progress. Earlier ones are not shared: what they find may be older. */
  isLastRunning: boolean;
}

/**
 * Visitors' queries that are in progress, by what they look up. Concurrent visitors share one, unless
 * it takes long: then each network address begins one of its own, and the first result counts.
 */
export class SharedQueries<Found> {
  private readonly byKey = new Map<string, Shared<Found>>();
  private readonly all = new Set<Promise<Found>>();

  /**
   * @param requester whose turn a query takes.
   * @param start begins a query. `isLast` tells whether its result may be cached: no later query has
   *   begun, and nothing has changed since.
   */
  run(
    key: string,
    requester: string,
    start: (isLast: () => boolean) => Promise<Found>,
  ): Promise<Found> {
    const begin = (): Promise<Found> =>
      this.byKey.get(key)?.byRequester.get(requester) ?? this.begin(key, requester, start);
    const shared = this.byKey.get(key);
    if (shared?.isLastRunning !== true || shared.byRequester.has(requester)) return begin();
    return new Promise((resolve, reject) => {
      let hasBegun = false;
      const beginOwn = (): void => {
        // The one that is shared may fail after that.
        if (hasBegun) return;
        hasBegun = true;
        clearTimeout(timer);
        begin().then(resolve, reject);
      };
      const timer = setTimeout(beginOwn, JOIN_MS);
      shared.last.then((found) => {
        clearTimeout(timer);
        resolve(found);
      }, beginOwn);
    });
  }

  /** Keeps queries that have begun from being shared and cached, because something has changed. */
  forget(key: string): void {
    this.byKey.delete(key);
  }

  /** Like {@link forget}, for all keys that match. */
  forgetWhere(matches: (key: string) => boolean): void {
    for (const key of this.byKey.keys()) if (matches(key)) this.byKey.delete(key);
  }

  /** Waits until no query is in progress, including those that begin meanwhile. */
  async settled(): Promise<void> {
    while (this.all.size > 0) await Promise.allSettled(this.all);
  }

  private begin(
    key: string,
    requester: string,
    start: (isLast: () => boolean) => Promise<Found>,
  ): Promise<Found> {
    // Starts after it is registered, so that `isLast` is true even if it ends at once.
    const found: Promise<Found> = Promise.resolve()
      .then(() => start(() => this.byKey.get(key)?.last === found))
      .finally(() => {
        this.all.delete(found);
        const shared = this.byKey.get(key);
        if (shared?.byRequester.get(requester) !== found) return;
        shared.byRequester.delete(requester);
        if (shared.last === found) shared.isLastRunning = false;
        if (shared.byRequester.size === 0) this.byKey.delete(key);
      });
    this.all.add(found);
    const byRequester = this.byKey.get(key)?.byRequester ?? new Map<string, Promise<Found>>();
    byRequester.set(requester, found);
    this.byKey.set(key, { byRequester, last: found, isLastRunning: true });
    return found;
  }
}
