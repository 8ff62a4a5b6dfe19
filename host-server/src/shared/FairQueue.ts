import { ApiError } from './ApiError.ts';
import { createPastUsage, RecentUsage, usageRank } from './RecentUsage.ts';

/** Options of a {@link FairQueue}. */
export interface FairQueueOptions {
  /** How many tasks may run at once. */
  readonly concurrency: number;
  /** How many tasks of one key may run at once; default: no limit but `concurrency`. */
  readonly concurrencyPerKey?: number;
  /**
   * Keys whose tasks have recently run for longer than this in total are heavy, ms; the time of
   * running tasks counts. Together, heavy keys leave a slot free for the others, and for a heavy key
   * that has used less than half of what each running key has. They wait for the others and for
   * heavy keys that have used less. The others wait for those that have used far less over a longer
   * time. Default: no limit.
   */
  readonly heavyMs?: number;
  /** The time in which a key's total halves, ms; default: ten seconds. */
  readonly halfLifeMs?: number;
  /**
   * How many tasks of all keys together may wait. A further one is refused, or takes the place of
   * the latest task of the key that has the most waiting, if that key has at least two more.
   */
  readonly maxWaiting: number;
  /** How many tasks of one key may wait. */
  readonly maxWaitingPerKey: number;
  /** How long a task may wait before it is refused with err_unavailable, ms; default: no limit. */
  readonly maxWaitMs?: number;
  /** When a refused client may try again, s; default: 5. */
  readonly retryAfterSeconds?: number;
}

/** What a {@link FairQueue} needs to know about its keys, and its clock. */
export interface FairQueueSources<Key> {
  /**
   * How long a key has recently used the scarce resource, ms; default: how long its tasks in this
   * queue have run. For tasks that themselves wait for something else: waiting for others must not
   * make a key heavy.
   */
  readonly usageOf?: (key: Key) => number;
  /** The same over a longer time, see `createPastUsage`; needed with `usageOf`. */
  readonly pastUsageOf?: (key: Key) => number;
  /** Of the keys for which this is true, only one may run at a time; default: none. */
  readonly isAlone?: (key: Key) => boolean;
  /** A monotonic clock. */
  readonly nowMs?: () => number;
}

const DEFAULT_HALF_LIFE_MS = 10_000;
/** How often a heavy key that waits beside a free slot is looked at again, ms. */
const RECHECK_MS = 500;
/**
 * A heavy key may take the slot that is left free if each running key has used more than this many
 * times as much.
 */
const MUCH_MORE = 2;

interface WaitingTask {
  readonly start: () => void;
  readonly refuse: (reason: unknown) => void;
}

/**
 * Runs a limited number of tasks at once, for work that needs a scarce resource such as memory.
 * Keys, usually accounts, take turns, except those that have used much (`heavyMs`): however many tasks
 * a key has, each of the other keys starts one between two of them. Tasks of one key start in the order in
 * which they were added.
 */
export class FairQueue<Key> {
  private readonly options: FairQueueOptions;
  /** Waiting tasks by key; the key whose turn is next comes first. */
  private readonly waiting = new Map<Key, WaitingTask[]>();
  private waitingCount = 0;
  /** Number of running tasks by key. */
  private readonly running = new Map<Key, number>();
  private runningCount = 0;
  /** Null if no key is ever heavy, or if `sources` reports the usage. */
  private readonly usage: RecentUsage<Key> | null;
  /** The same over a longer time; null in the same cases. */
  private readonly pastUsage: RecentUsage<Key> | null;
  private idleListeners: (() => void)[] = [];
  private isClosed = false;
  private recheckTimer: NodeJS.Timeout | undefined;

  private readonly sources: FairQueueSources<Key>;

  constructor(options: FairQueueOptions, sources: FairQueueSources<Key> = {}) {
    this.options = options;
    this.sources = sources;
    const { heavyMs, halfLifeMs = DEFAULT_HALF_LIFE_MS } = options;
    const { nowMs = () => performance.now() } = sources;
    const isMeasured = heavyMs !== undefined && sources.usageOf === undefined;
    this.usage = isMeasured
      ? new RecentUsage({ halfLifeMs, negligibleMs: heavyMs / 100 }, nowMs)
      : null;
    this.pastUsage = isMeasured ? createPastUsage(nowMs) : null;
  }

  /** The recent usage of a key, see {@link FairQueueSources}, ms; 0 if it is not measured. */
  usageOf(key: Key): number {
    return this.sources.usageOf?.(key) ?? this.usage?.of(key) ?? 0;
  }

  /** The same over a longer time. */
  pastUsageOf(key: Key): number {
    return this.sources.pastUsageOf?.(key) ?? this.pastUsage?.of(key) ?? 0;
  }

  /**
   * Runs a task as soon as it is its turn. Returns or throws what the task does.
   *
   * @param key whose turn the task takes.
   * @param signal once aborted, the task is no longer started; its reason is the error.
   * @throws ApiError err_rate_limited when too many tasks of this key wait, err_unavailable when too
   *   many wait in total, the task has waited too long, its place is needed for a key with fewer tasks,
   *   or the queue is closed; then the task is never started.
   */
  run<Value>(key: Key, task: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      // Before the new task is added: a waiting key may be able to start by now.
      this.startNext();
      const refusal = this.refusalFor(key);
      if (refusal !== null) {
        reject(refusal);
        return;
      }
      const leave = (reason: unknown): void => {
        this.remove(key, waiting);
        waiting.refuse(reason);
      };
      const abort = (): void => {
        leave(signal?.reason);
      };
      let timer: NodeJS.Timeout | undefined;
      const stopWaiting = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const refuse = (reason: unknown): void => {
        stopWaiting();
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- see `signal`.
        reject(reason);
      };
      const start = (): void => {
        stopWaiting();
        const ends = [this.usage?.begin(key), this.pastUsage?.begin(key)];
        // The slot is free before the caller continues.
        callNow(task)
          .finally(() => {
            for (const end of ends) end?.();
            this.release(key);
          })
          .then(resolve, reject);
      };
      const waiting = { start, refuse };
      signal?.addEventListener('abort', abort);
      const { maxWaitMs } = this.options;
      if (maxWaitMs !== undefined)
        timer = setTimeout(() => {
          leave(this.refusal('err_unavailable'));
        }, maxWaitMs);
      const ofKey = this.waiting.get(key);
      if (ofKey === undefined) this.waiting.set(key, [waiting]);
      else ofKey.push(waiting);
      this.waitingCount += 1;
      this.startNext();
    });
  }

  /** Waits until no task runs or waits. */
  async settled(): Promise<void> {
    while (this.runningCount + this.waitingCount > 0)
      await new Promise<void>((resolve) => {
        this.idleListeners.push(resolve);
      });
  }

  /** Refuses all waiting and later tasks with err_unavailable. Running tasks continue. */
  close(): void {
    this.isClosed = true;
    const tasks = [...this.waiting.values()].flat();
    this.waiting.clear();
    this.waitingCount = 0;
    clearTimeout(this.recheckTimer);
    for (const { refuse } of tasks) refuse(this.refusal('err_unavailable'));
    this.notifyIfIdle();
  }

  private refusalFor(key: Key): ApiError | null {
    const { maxWaiting, maxWaitingPerKey } = this.options;
    if (this.isClosed) return this.refusal('err_unavailable');
    // It starts at once: whoever waits cannot start now.
    if (this.mayStart(key)) return null;
    const ofKey = this.waiting.get(key)?.length ?? 0;
    if (ofKey >= maxWaitingPerKey) return this.refusal('err_rate_limited');
    if (this.waitingCount < maxWaiting) return null;
    return this.makeRoom(ofKey) ? null : this.refusal('err_unavailable');
  }

  /**
   * Refuses the latest task of the key that has the most, so that a few keys cannot keep the others
   * out. Returns false if it would then have fewer than the key that gets its place.
   *
   * @param count how many tasks of that key wait already.
   */
  private makeRoom(count: number): boolean {
    let most: { readonly key: Key; readonly tasks: readonly WaitingTask[] } | null = null;
    for (const [key, tasks] of this.waiting)
      if (tasks.length > (most?.tasks.length ?? count + 1)) most = { key, tasks };
    const latest = most?.tasks.at(-1);
    if (most === null || latest === undefined) return false;
    this.remove(most.key, latest);
    latest.refuse(this.refusal('err_unavailable'));
    return true;
  }

  private remove(key: Key, task: WaitingTask): void {
    const tasks = this.waiting.get(key) ?? [];
    const index = tasks.indexOf(task);
    if (index === -1) return;
    tasks.splice(index, 1);
    if (tasks.length === 0) this.waiting.delete(key);
    this.waitingCount -= 1;
    this.notifyIfIdle();
  }

  private refusal(code: 'err_unavailable' | 'err_rate_limited'): ApiError {
    return new ApiError(code, { retryAfterSeconds: this.options.retryAfterSeconds ?? 5 });
  }

  private mayStart(key: Key): boolean {
    const { concurrency, concurrencyPerKey = concurrency } = this.options;
    if (this.runningCount >= concurrency) return false;
    if ((this.running.get(key) ?? 0) >= concurrencyPerKey) return false;
    const { isAlone } = this.sources;
    if (isAlone?.(key) === true && [...this.running.keys()].some(isAlone)) return false;
    return !this.isHeavy(key) || this.hasSlotForHeavy(key);
  }

  private isHeavy(key: Key): boolean {
    const { heavyMs = Infinity } = this.options;
    return this.usageOf(key) > heavyMs;
  }

  /**
   * Whether heavy keys may use a further slot, or this one has used less than half of what each
   * running key has.
   */
  private hasSlotForHeavy(key: Key): boolean {
    let heavyCount = 0;
    let least = Infinity;
    for (const [running, count] of this.running) {
      if (this.isHeavy(running)) heavyCount += count;
      least = Math.min(least, this.usageOf(running));
    }
    const isOneLeft = heavyCount < Math.max(1, this.options.concurrency - 1);
    return isOneLeft || this.usageOf(key) * MUCH_MORE < least;
  }

  private startNext(): void {
    for (let key = this.next(); key !== null; key = this.next()) {
      const tasks = this.waiting.get(key) ?? [];
      const task = tasks.shift();
      // Its next turn comes after those of all keys that wait now.
      this.waiting.delete(key);
      if (tasks.length > 0) this.waiting.set(key, tasks);
      this.waitingCount -= 1;
      this.runningCount += 1;
      this.running.set(key, (this.running.get(key) ?? 0) + 1);
      task?.start();
    }
    this.recheckLater();
  }

  /**
   * Starts a timer if a heavy key waits beside a free slot. Its usage falls with time, so it may
   * be able to start even if no task is added or ends.
   */
  private recheckLater(): void {
    clearTimeout(this.recheckTimer);
    if (this.runningCount >= this.options.concurrency) return;
    if (![...this.waiting.keys()].some((key) => this.isHeavy(key))) return;
    this.recheckTimer = setTimeout(() => {
      this.startNext();
    }, RECHECK_MS).unref();
  }

  /** The key whose waiting task starts next; null if none may start. */
  private next(): Key | null {
    if (this.runningCount >= this.options.concurrency) return null;
    const { heavyMs } = this.options;
    let light: { readonly key: Key; readonly rank: number } | null = null;
    let heavy: { readonly key: Key; readonly usage: number } | null = null;
    for (const key of this.waiting.keys()) {
      if (!this.mayStart(key)) continue;
      if (this.isHeavy(key)) {
        const usage = this.usageOf(key);
        if (usage < (heavy?.usage ?? Infinity)) heavy = { key, usage };
        continue;
      }
      const rank = heavyMs === undefined ? 0 : usageRank(this.pastUsageOf(key), heavyMs);
      if (rank === 0) return key;
      if (rank < (light?.rank ?? Infinity)) light = { key, rank };
    }
    return (light ?? heavy)?.key ?? null;
  }

  private release(key: Key): void {
    this.runningCount -= 1;
    const left = (this.running.get(key) ?? 0) - 1;
    if (left > 0) this.running.set(key, left);
    else this.running.delete(key);
    this.startNext();
    this.notifyIfIdle();
  }

  private notifyIfIdle(): void {
    if (this.runningCount + this.waitingCount > 0) return;
    const listeners = this.idleListeners;
    this.idleListeners = [];
    for (const listener of listeners) listener();
  }
}

/** Calls a task at once; an error that it throws rejects the promise. */
async function callNow<Value>(task: () => Promise<Value>): Promise<Value> {
  return task();
}
