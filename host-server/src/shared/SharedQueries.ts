/**
 * How long to wait for a query that somebody else has begun, ms. It is in that one's turn, which an
 * attacker may have made late on purpose.
 */
const JOIN_MS = 50;

/** What is in progress for a key. */
interface Shared<Found> {
  readonly byRequester: Map<string, Promise<Found>>;
  /** Of those in progress, the one that began last. */
  last: Promise<Found>;
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
    if (shared === undefined || shared.byRequester.has(requester)) return begin();
    return new Promise((resolve, reject) => {
      const beginOwn = (): void => {
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

  /** Waits until no query is in progress. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.all);
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
        const last = [...shared.byRequester.values()].at(-1);
        if (last) shared.last = last;
        else this.byKey.delete(key);
      });
    this.all.add(found);
    const shared = this.byKey.get(key) ?? { byRequester: new Map(), last: found };
    shared.byRequester.set(requester, found);
    shared.last = found;
    this.byKey.set(key, shared);
    return found;
  }
}
