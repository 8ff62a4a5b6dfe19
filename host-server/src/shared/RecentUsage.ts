/** A total as of a time. */
interface Total {
  readonly ms: number;
  readonly atMs: number;
}

/** How long the tasks of each key have recently run: totals that halve again and again. */
export class RecentUsage<Key> {
  private readonly halfLifeMs: number;
  private readonly negligibleMs: number;
  private readonly nowMs: () => number;
  /** Of tasks that have ended, by key, oldest first, without negligible ones. */
  private readonly ended = new Map<Key, Total>();
  /** When the running tasks started, by key. */
  private readonly running = new Map<Key, readonly number[]>();

  /**
   * @param options the time in which a total halves, and the total below which a key is dropped.
   * @param nowMs a monotonic clock.
   */
  constructor(
    options: { readonly halfLifeMs: number; readonly negligibleMs: number },
    nowMs: () => number,
  ) {
    this.halfLifeMs = options.halfLifeMs;
    this.negligibleMs = options.negligibleMs;
    this.nowMs = nowMs;
  }

  /** How long tasks of a key have recently run, including those that still run, ms. */
  of(key: Key): number {
    const now = this.nowMs();
    const started = this.running.get(key) ?? [];
    return started.reduce((sum, startedAtMs) => sum + now - startedAtMs, this.ofEnded(key));
  }

  /** Records the start of a task. Returns a function to be called when it has ended. */
  begin(key: Key): () => void {
    const startedAtMs = this.nowMs();
    this.running.set(key, [...(this.running.get(key) ?? []), startedAtMs]);
    return () => {
      const left = [...(this.running.get(key) ?? [])];
      left.splice(left.indexOf(startedAtMs), 1);
      if (left.length > 0) this.running.set(key, left);
      else this.running.delete(key);
      this.add(key, this.nowMs() - startedAtMs);
    };
  }

  private ofEnded(key: Key): number {
    const total = this.ended.get(key);
    if (total === undefined) return 0;
    return total.ms * 2 ** ((total.atMs - this.nowMs()) / this.halfLifeMs);
  }

  private add(key: Key, ms: number): void {
    const total = { ms: this.ofEnded(key) + ms, atMs: this.nowMs() };
    this.ended.delete(key);
    this.ended.set(key, total);
    for (const each of this.ended.keys()) {
      if (this.ofEnded(each) > this.negligibleMs) break;
      this.ended.delete(each);
    }
  }
}

/** The time in which {@link createPastUsage} halves, ms. */
const PAST_HALF_LIFE_MS = 600_000;

/**
 * What keys have used over a long time. Of those that wait, the ones that have used least come first:
 * the recent usage of a dozen accounts that take turns with slow work has decayed by their next turn.
 */
export function createPastUsage<Key>(nowMs: () => number): RecentUsage<Key> {
  return new RecentUsage({ halfLifeMs: PAST_HALF_LIFE_MS, negligibleMs: 10 }, nowMs);
}

/**
 * The rank of a usage: 0 below a limit, and one more each time it doubles. Keys of the same rank have
 * used about as much, so they take turns.
 */
export function usageRank(usageMs: number, limitMs: number): number {
  return usageMs < limitMs ? 0 : 1 + Math.floor(Math.log2(usageMs / limitMs));
}
